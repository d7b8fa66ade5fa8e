import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@sanity/client'
import { openLake } from 'embedded-content-lake'
import { build } from 'esbuild'
import Database from 'libsql'
import { root } from '../../server/root.ts'
import { type Figure, summary } from '../measuring/measure.ts'

const DOCUMENTS = 5_000
const TRANSACTIONS = 50_000

/**
 * A lake in a process of its own, with a long history: its start until it answers, and the memory
 * that it holds after queries and writes, at rest (resident set, as Linux counts it).
 */
export async function benchLakeAtRest(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'halvi-bench-'))
  const program = join(root, 'build/bench/lake-process.js')
  await build({
    absWorkingDir: root,
    entryPoints: ['bench/lake/lake-process.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: {
      'embedded-content-lake': './lake/src/index.ts',
    },
  })
  try {
    await fill(directory)
    const starts: number[] = []
    const sizes: number[] = []
    for (let run = 0; run < 3; run++) {
      const started = performance.now()
      const child = spawn(process.execPath, [program, directory], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [line] = await once(createInterface({ input: child.stdout }), 'line')
      starts.push(performance.now() - started)
      await use(JSON.parse(line).port)
      await pause(5_000)
      sizes.push(residentMegabytes(child))
      child.kill()
      await once(child, 'exit')
    }
    const what = `with ${DOCUMENTS} documents and ${TRANSACTIONS} transactions`
    return [
      { name: `lake's start ${what}`, ...summary(starts), target: '≤ 3000 ms' },
      { name: `lake's memory ${what}`, ...summary(sizes), target: '≤ 150 MB', unit: 'MB' },
    ]
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** Documents of the size that Halvi's have, about 2 kB; keystrokes go straight into the file. */
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

/** Some hundred queries by id and by type, and as many writes. */
async function use(port: number): Promise<void> {
  const client = createClient({
    projectId: 'bench',
    dataset: 'bench',
    apiVersion: '2025-02-19',
    apiHost: `http://127.0.0.1:${port}`,
    useProjectHostname: false,
    useCdn: false,
    token: 'bench',
  })
  for (let n = 0; n < 300; n++) {
    await client.fetch('*[_id == $id][0]{title, "author": author->title}', { id: `post-${n}` })
    await client.fetch('*[_type == "post"][0...20]{title}')
    await client
      .patch(`post-${n}`)
      .set({ title: `Typed ${n}` })
      .commit()
  }
}

function residentMegabytes({ pid }: ChildProcess): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1000
}
