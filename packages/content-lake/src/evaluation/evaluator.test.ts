import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Dataset } from '../dataset/dataset.ts'
import { NAMES } from '../testing/names.ts'
import { Evaluator, type EvaluatorClient } from './evaluator.ts'
import type { QueryTask } from './messages.ts'
import { transactWith } from './transact-with.ts'

const directory = mkdtempSync(join(tmpdir(), 'lake-evaluator-'))
const dataset = new Dataset({ directory, ...NAMES })
const limits = { heapMegabytes: 64, residentMegabytes: 350 }
const options = { dataset, projectId: NAMES.projectId, name: NAMES.dataset, limits }
const evaluator = new Evaluator(options)
const me = { author: 'me' }
const staff: EvaluatorClient = { name: 'me', isAnonymous: false }
const stranger = (name: string): EvaluatorClient => ({ name, isAnonymous: true })

const task = (query: string, more: Partial<QueryTask> = {}): QueryTask => ({
  task: 'query',
  query,
  params: {},
  perspective: 'raw',
  identity: 'me',
  limits: { timeoutMs: 2_000, responseBytes: 2_000_000 },
  sourceMap: false,
  returnQuery: false,
  ...more,
})

async function ask(query: string, more: Partial<QueryTask> = {}, client = staff) {
  const bytes = await evaluator.run(client, task(query, more))
  const { ms, ...answer } = JSON.parse(Buffer.from(bytes).toString())
  return answer
}

beforeAll(() => {
  dataset.transact(
    Array.from({ length: 50 }, (_, n) => ({ create: { _id: `post-${n}`, _type: 'post', n } })),
    me,
  )
})
afterAll(() => {
  evaluator.close()
  dataset.close()
  rmSync(directory, { recursive: true })
})

const ids = ['a', 'b', 'c', 'drafts.a', 'drafts.b', 'versions.r.a']
const step = fc.oneof(
  fc.record({
    createOrReplace: fc.record({
      _id: fc.constantFrom(...ids),
      _type: fc.constantFrom('note', 'page'),
      n: fc.integer(),
      text: fc.string({ unit: 'grapheme', maxLength: 5 }),
      to: fc.constantFrom('a', 'b', 'c'),
    }),
  }),
  fc.record({ delete: fc.record({ id: fc.constantFrom(...ids) }) }),
)

it('returns the same results as the dataset, right after each transaction', async () => {
  const queries = ['*', '*[_type == "note"]{..., "other": *[_id == ^.to][0].text}', '*[_id == "a"]']
  const run = async (transactions: Parameters<Dataset['transact']>[0][]) => {
    const answers = []
    for (const mutations of transactions) {
      dataset.transact(mutations, me)
      // Send the queries before the evaluation process receives the transaction.
      answers.push(...queries.map((query) => [query, ask(query)] as const))
      for (const perspective of ['published', ['drafts'], ['r', 'drafts']] as const) {
        answers.push([queries[0] as string, ask('*', { perspective }), perspective] as const)
      }
    }
    for (const [query, answer, perspective = 'raw'] of answers.slice(-6)) {
      const { ms, ...expected } = dataset.query(query, {}, { perspective, identity: 'me' })
      expect(await answer).toEqual(expected)
    }
    await Promise.all(answers.map(([, answer]) => answer))
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      run,
    ),
    { numRuns: 25 },
  )
})

it('includes a transaction that is too large to send to the process', async () => {
  const text = 'x'.repeat(300_000)
  const large = Array.from({ length: 10 }, (_, n) => ({
    createOrReplace: { _id: `large-${n}`, _type: 'large', text, n },
  }))
  const before = ask('count(*[_type == "large"])')
  dataset.transact(large, me)
  await before
  expect(await ask('*[_type == "large"].n')).toMatchObject({
    result: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  })
  dataset.transact([{ delete: { query: '*[_type == "large"]' } }], me)
  expect(await ask('count(*[_type == "large"])')).toMatchObject({ result: 0 })
})

const doubled = (stage: string) => `{"a": "x"}${'{"a": a + "" + a}'.repeat(27)}{"b": ${stage}}`

/** Expressions that run native code, which a timeout inside the process cannot stop. */
const NATIVE = ['string::split(a, "")', 'upper(a)']

describe('a query that crashes the process', () => {
  it.each(NATIVE)('only affects the client that sent it: %s', async (stage) => {
    const hostile = ask(doubled(stage), {}, stranger(stage))
    const other = ask('count(*[_type == "post"])', {}, stranger('other'))
    await expect(hostile).rejects.toMatchObject({ statusCode: 400 })
    await expect(ask('1', {}, stranger(stage))).rejects.toMatchObject({
      statusCode: 429,
      retryAfterSeconds: expect.any(Number),
    })
    expect(await other).toMatchObject({ result: 50 })
    expect(dataset.query('count(*[_type == "post"])')).toMatchObject({ result: 50 })
  })
})

it('counts the bytes of a response as JSON', async () => {
  const limits = { timeoutMs: 2_000, responseBytes: 100_000 }
  const asked = (character: string) =>
    ask('$text', { limits, params: { text: character.repeat(30_000) } })
  expect((await asked('a')).result).toHaveLength(30_000)
  await expect(asked('\u0001')).rejects.toMatchObject({ message: 'The result is too large' })
})

it('counts attribute names toward the size of a response', async () => {
  const names = Array.from({ length: 40 }, (_, n) => `"${'n'.repeat(1000)}${n}": 1`)
  const limits = { timeoutMs: 2_000, responseBytes: 100_000 }
  for (const query of [
    `*[_type == "post"][0..3]{${names}}`,
    '*[_type == "post"]{"a": *[_type == "post"]{"b": *[_type == "post"]._id}}',
  ]) {
    await expect(ask(query, { limits })).rejects.toMatchObject({
      message: 'The result is too large',
    })
    expect(
      (await ask(query, { limits: { ...limits, responseBytes: 4_000_000 } })).result,
    ).toBeTruthy()
  }
})

const inLinux = it.runIf(process.platform === 'linux')

inLinux('does not blame a query when the process dies after other clients used it', async () => {
  await ask('1')
  const slow = '*[_type == "post"] | order(count(*[n > ^.n && count(*) > 0]) desc)[0].n'
  const answer = ask(slow, {}, stranger('innocent'))
  // Continue as soon as the query has been sent to the process.
  await new Promise((resolve) => setImmediate(resolve))
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ')
  const isEvaluator = (pid: string) => readFileSync(`/proc/${pid}/cmdline`).includes(directory)
  for (const pid of children.filter(Boolean).filter(isEvaluator)) process.kill(+pid, 'SIGKILL')
  expect(await answer).toMatchObject({ result: 0 })
  expect(await ask('1', {}, stranger('innocent'))).toMatchObject({ result: 1 })
})

describe('mutations by query', () => {
  it('see the effects of earlier mutations, including generated ids', async () => {
    const mutations = [
      { create: { _type: 'made', n: 1 } },
      { patch: { query: '*[_type == "made"]', inc: { n: 1 } } },
      { create: { _id: 'made.', _type: 'made', n: 5 } },
      { delete: { query: '*[_type == "made" && n == $n]', params: { n: 5 } } },
    ]
    const { results } = await transactWith(evaluator, staff, dataset, mutations as never, me)
    expect(results.map(({ operation }) => operation)).toEqual([
      'create',
      'update',
      'create',
      'delete',
    ])
    expect(dataset.query('*[_type == "made"].n').result).toEqual([2])
  })

  it('are evaluated again when another transaction was committed in the meantime', async () => {
    const mutations = [{ delete: { query: '*[_type == "fleeting"]' } }]
    const deleted = transactWith(evaluator, staff, dataset, mutations, me)
    dataset.transact([{ create: { _id: 'fleeting', _type: 'fleeting' } }], me)
    expect((await deleted).results).toMatchObject([{ id: 'fleeting', operation: 'delete' }])
  })

  it('fail as a whole and report the failed mutation', async () => {
    const { seq } = dataset
    const mutations = [{ create: { _type: 'x' } }, { delete: { query: '*[' } }]
    await expect(transactWith(evaluator, staff, dataset, mutations, me)).rejects.toMatchObject({
      type: 'mutationError',
      details: { items: [{ index: 1, error: { type: 'queryParseError' } }] },
    })
    expect(dataset.seq).toBe(seq)
  })
})

inLinux(
  'rejects a query that uses too much memory outside of the heap, long before its timeout',
  async () => {
    const small = new Evaluator({ ...options, limits: { residentMegabytes: 160 } })
    // On a busy machine, the process of low priority takes seconds to start.
    const timed = { limits: { timeoutMs: 50_000, responseBytes: 2_000_000 } }
    await expect(small.run(staff, task(doubled('a match "x*"'), timed))).rejects.toMatchObject({
      statusCode: 400,
      // V8 may reject the length of a string before the memory is measured.
      message: expect.stringMatching(/takes too much memory|cannot be evaluated/),
    })
    small.close()
  },
)

it('runs queries of strangers after those of all others', async () => {
  const done: string[] = []
  const run = (name: string, client: EvaluatorClient) =>
    ask('count(*)', {}, client).then(() => done.push(name))
  await Promise.all([
    run('first', stranger('first')),
    run('stranger', stranger('second')),
    run('staff', staff),
  ])
  expect(done).toEqual(['first', 'staff', 'stranger'])
})
