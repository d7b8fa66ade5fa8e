/**
 * Measures a lake with 200,000 documents: the processor time of its start and of first queries, and the time of later
 * queries as a multiple of a query by id. FOLDER keeps the documents for the next run. CLI is the path of
 * another build's `cli.js`, to compare with. Needs Linux.
 *
 *   npm run build --prefix packages/content-lake
 *   npx tsx packages/content-lake/testing/large-lake.ts FOLDER [CLI]
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { processorMs } from 'halvi-kit/processes/processor-time'

const COUNT = 200_000
const WORDS =
  'amber river stone quiet market garden silver morning travel kitchen paper winter'.split(' ')
const QUERIES: [name: string, query: string, params: (index: number) => object][] = [
  ['id', '*[_id == $id][0]{title}', (n) => ({ id: `doc-${n}` })],
  ['slug', '*[slug.current == $slug][0]{title}', (n) => ({ slug: `slug-${n}` })],
  ['order', '*[_type == "post"] | order(date desc)[0...10]{title}', () => ({})],
  ['author', '*[author._ref == $id]{title}', (n) => ({ id: `doc-${(n % 1000) * 4 + 3}` })],
  ['words', '*[title match $word]{title}', (n) => ({ word: `${n}` })],
  [
    'search',
    `*[_type in $types && [@, _id] match text::query($text)] | score(_type in $types,
    boost(_id in $ids, 5), [@, _id] match text::query($text)) | order(_score desc) [0...50] {_id, title}`,
    (n) => ({ types: ['post', 'note'], ids: [], text: `${n}*` }),
  ],
  [
    'search for two words',
    '*[[@, _id] match text::query($text)][0...50]{title}',
    (n) => ({ text: `amber ${n}` }),
  ],
]

const [folder = 'large-lake', cli = join(import.meta.dirname, '../dist/lib/cli.js')] =
  process.argv.slice(2)
const file = join(folder, 'data.ndjson')
const directory = ['--dir', join(folder, 'lake')]
if (!existsSync(file)) {
  mkdirSync(folder, { recursive: true })
  await pipeline(Readable.from(lines()), createWriteStream(file))
  spawnSync(process.execPath, [cli, 'import', file, ...directory], { stdio: 'inherit' })
}
const lake = spawn(process.execPath, [cli, ...directory, '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const [welcome] = await once(lake.stdout, 'data')
  const [, url] = /(http\S+)/.exec(String(welcome)) ?? []
  const time = async (query: string, params: object) => {
    const path = '/v2025-02-19/data/query/production'
    const start = performance.now()
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      body: JSON.stringify({ query, params }),
    })
    if (!response.ok) throw new Error(await response.text())
    await response.arrayBuffer()
    return performance.now() - start
  }
  const mainProcess = cpuSeconds(lake)
  await time('*[0]', {})
  console.log(
    `start: ${mainProcess.toFixed(1)} s, with the evaluation process ${cpuSeconds(lake).toFixed(1)} s`,
  )
  for (const [name, query, params] of QUERIES) {
    const before = cpuSeconds(lake)
    await time(query, params(7))
    console.log(`first query by ${name}: ${(cpuSeconds(lake) - before).toFixed(2)} s`)
  }
  const times = QUERIES.map((): number[] => [])
  for (let round = 0; round < 30; round++) {
    for (const [index, [, query, params]] of QUERIES.entries())
      times[index]?.push(await time(query, params(round * 6007)))
  }
  const medians = times.map((found) => found.sort((a, b) => a - b)[15] ?? 0)
  for (const [index, [name]] of QUERIES.entries()) {
    const ms = medians[index] ?? 0
    console.log(`${name}: ${ms.toFixed(1)} ms, ${(ms / (medians[0] ?? 1)).toFixed(1)} × by id`)
  }
} finally {
  lake.kill()
}

function* lines(): Iterable<string> {
  let seed = 1
  const random = (limit: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % limit
  }
  const text = (count: number) =>
    Array.from({ length: count }, () => WORDS[random(WORDS.length)]).join(' ')
  for (let index = 0; index < COUNT; index++) {
    const isPost = index % 4 === 0
    const document = {
      ...{ _id: `doc-${index}`, _type: ['post', 'note', 'product', 'author'][index % 4] },
      ...{ title: `${text(3)} ${index}`, slug: { current: `slug-${index}` }, excerpt: text(20) },
      date: new Date(1.6e12 + random(1e9) * 100).toISOString(),
      body: [
        { _type: 'block', _key: 'a', children: [{ _type: 'span', _key: 'b', text: text(60) }] },
      ],
      ...(isPost && { author: { _type: 'reference', _ref: `doc-${(index % 1000) * 4 + 3}` } }),
    }
    yield `${JSON.stringify(document)}\n`
  }
}

/** Returns the processor time of a process and its children. */
function cpuSeconds({ pid }: ChildProcess): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  return [pid, ...children].reduce((sum: number, one) => sum + processorMs(Number(one)), 0) / 1000
}
