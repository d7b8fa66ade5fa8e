/**
 * Runs Sanity's GROQ test suite against the lake's evaluator and prints how many tests pass and why others fail.
 *
 *   git clone https://github.com/sanity-io/groq-test-suite && cd groq-test-suite && pnpm install && pnpm build
 *   npx tsx packages/content-lake/testing/groq-suite.ts groq-test-suite/suite.ndjson [--list]
 */

import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { SanityDocument } from '../src/documents/document.ts'
import { View } from '../src/documents/view.ts'
import { PROGRAM_LIMITS } from '../src/groq/limits.ts'
import { runQuery } from '../src/groq/query.ts'

interface Entry {
  _id: string
  _type: 'dataset' | 'test'
  documents?: SanityDocument[]
  dataset: { _ref: string }
  filename: string
  query: string
  params: Record<string, unknown> | null
  result: unknown
  valid: boolean
  version?: string
}

const [file = '', option] = process.argv.slice(2)
const lines = readFileSync(file, 'utf8').trim().split('\n')
const entries = lines.map((line) => JSON.parse(line) as Entry)
const datasets = new Map(entries.map(({ _id, documents }) => [_id, documents]))
const views = new Map<string, View>()
const failed = new Map<string, number>()
let passed = 0

for (const test of entries.filter(({ _type }) => _type === 'test')) {
  const reason = failureOf(test)
  if (!reason) {
    passed++
    continue
  }
  const group = test.version === '0.1' ? 'GROQ 0.1' : `${test.filename}: ${reason}`
  failed.set(group, (failed.get(group) ?? 0) + 1)
  if (option === '--list') console.log(test._id, '|', test.query.slice(0, 200), '|', reason)
}

const failures = [...failed].sort(([, a], [, b]) => b - a)
const total = failures.reduce((sum, [, count]) => sum + count, passed)
console.log(`${passed} of ${total} tests passed`)
for (const [group, count] of failures) console.log(`${String(count).padStart(6)}  ${group}`)

/** Returns why a test fails, or undefined. */
function failureOf({ dataset, query, params, result, valid }: Entry): string | undefined {
  const documents = datasets.get(dataset._ref)
  if (!documents) return 'the dataset is not part of the suite'
  const view = views.get(dataset._ref) ?? new View(documents)
  views.set(dataset._ref, view)
  const names = { perspective: 'raw', identity: 'me', projectId: 'p', dataset: 'd' } as const
  let found: unknown
  try {
    found = runQuery(query, params ?? {}, { ...names, view, limits: PROGRAM_LIMITS }).result
  } catch (error) {
    return valid ? (error as Error).message.slice(0, 100) : undefined
  }
  if (!valid) return 'an invalid query is accepted'
  return isDeepStrictEqual(withPositions(found), plain(result)) ? undefined : 'another result'
}

/** Replaces scores by their position among all scores, because the algorithm is not specified. */
function withPositions(found: unknown): unknown {
  const text = JSON.stringify(found)
  const scores = [...text.matchAll(/"_score":([^,}]+)/g)].map(([, score]) => Number(score))
  const order = [...new Set(scores)].sort((a, b) => b - a)
  return JSON.parse(text, (_name, value) => {
    if (typeof value?._score !== 'number') return value
    const { _score, ...rest } = value
    return { ...rest, _pos: order.indexOf(_score) + 1 }
  })
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}
