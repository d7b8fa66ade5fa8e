import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { openLake } from 'embedded-content-lake'
import { build } from 'esbuild'
import Database from 'libsql'
import { bundling } from '../../scripts/programs.js'
import { root } from '../../server/root.ts'
import { memoryOf } from '../measuring/cpu.ts'
import { type Measurement, summary } from '../measuring/measure.ts'
import { clientOf } from './client.ts'

const DOCUMENTS = 5_000
const TRANSACTIONS = 50_000

/**
 * Measures a lake with a long history in a separate process: its startup time, and its memory when it is idle after
 * queries and writes (resident set size on Linux).
 */
export async function benchIdleLake(): Promise<Measurement[]> {
  const directory = await mkdtemp(join(tmpdir(), 'halvi-bench-'))
  const outdir = join(root, 'build/bench')
  const entryPoints = {
    'lake-process': 'bench/lake/lake-process.ts',
    'lake-evaluator': 'lake/src/evaluation/program.ts',
  }
  await build({ ...bundling, entryPoints, outdir })
  try {
    await fill(directory)
    const starts: number[] = []
    const sizes: number[] = []
    for (let run = 0; run < 3; run++) {
      const started = performance.now()
      const child = spawn(process.execPath, [join(outdir, 'lake-process.js'), directory], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [line] = await once(createInterface({ input: child.stdout }), 'line')
      starts.push(performance.now() - started)
      await queryAndWrite(JSON.parse(line).port)
      await pause(5_000)
      sizes.push(memoryOf(child.pid))
      child.kill()
      await once(child, 'exit')
    }
    const size = `with ${DOCUMENTS} documents and ${TRANSACTIONS} transactions`
    return [
      { name: `startup of the lake ${size}`, ...summary(starts), target: '≤ 3000 ms' },
      { name: `memory of the lake ${size}`, ...summary(sizes), target: '≤ 150 MB', unit: 'MB' },
    ]
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** Creates documents of about 2 kB, like those of Halvi. Inserts transactions directly into the database. */
async function fill(directory: string): Promise<void> {
  const lake = await openLake({ directory, projectId: 'bench', dataset: 'bench', token: 'bench' })
  for (let first = 0; first < DOCUMENTS; first += 1000) {
    const documents = Array.from({ length: 1000 }, (_, n) => ({ create: document(first + n) }))
    lake.dataset.transact(documents, { author: 'bench' })
  }
  await lake.close()
  const database = new Database(join(directory, 'lake.db'))
  const transaction = database.prepare(
    'INSERT INTO transactions (id, timestamp, author, document_ids) VALUES (?, ?, ?, ?)',
  )
  const effect = database.prepare(
    'INSERT INTO effects (document_id, seq, apply, revert, previous_rev) VALUES (?, ?, ?, ?, ?)',
  )
  database.exec('BEGIN')
  for (let n = 0; n < TRANSACTIONS; n++) {
    const id = `post-${n % 500}`
    const { lastInsertRowid } = transaction.run(
      `keystroke-${n}`,
      new Date().toISOString(),
      'bench',
      JSON.stringify([id]),
    )
    const patch = JSON.stringify([19, 4, 10, 0, 14, 'title', 23, 0, 20, 22, 'typed', 15])
    effect.run(id, lastInsertRowid, patch, patch, `keystroke-${n - 500}`)
  }
  database.exec('COMMIT')
  database.close()
}

function document(n: number) {
  const paragraph = (key: number) => ({
    _key: `p${key}`,
    _type: 'block',
    style: 'normal',
    markDefs: [],
    children: [{ _key: 's', _type: 'span', marks: [], text: 'Words that are read. '.repeat(16) }],
  })
  return {
    _id: `post-${n}`,
    _type: n % 2 ? 'post' : 'note',
    title: `Title ${n}`,
    slug: { _type: 'slug', current: `title-${n}` },
    author: { _type: 'reference', _ref: `post-${n % 10}`, _weak: true },
    body: [0, 1, 2, 3].map(paragraph),
  }
}

/** Sends several hundred queries by id and by type, and as many writes. */
async function queryAndWrite(port: number): Promise<void> {
  const client = clientOf(port, 'bench')
  for (let n = 0; n < 300; n++) {
    await client.fetch('*[_id == $id][0]{title, "author": author->title}', { id: `post-${n}` })
    await client.fetch('*[_type == "post"][0...20]{title}')
    await client
      .patch(`post-${n}`)
      .set({ title: `Typed ${n}` })
      .commit()
  }
}
