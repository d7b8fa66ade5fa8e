import { beforeEach, expect, it } from 'vitest'
import type { SanityDocument } from '../documents/document.ts'
import type { Transaction } from '../documents/transaction.ts'
import { LakeError } from '../errors/errors.ts'
import { inspect } from '../groq/predicate.ts'
import { parseQuery } from '../groq/query.ts'
import { type Listener, Listeners, type ListenOptions } from './listener.ts'
import type { MutationEvent } from './mutation-event.ts'

const OPTIONS: ListenOptions = {
  query: '*[_id == "a"]',
  params: {},
  includeResult: false,
  includePreviousRevision: false,
  includeMutations: true,
  includeEffects: true,
  includeAllVersions: true,
  visibility: 'query',
  identity: 'me',
}
const TITLED = '*[_type == "note" && title == "x"]'

function transaction(...ids: string[]): Transaction {
  const document = (_id: string) =>
    ({ _id, _type: 'note', title: 'x' }) as unknown as SanityDocument
  return {
    id: 'r',
    seq: 1,
    timestamp: '2025-01-01T00:00:00.000Z',
    author: 'me',
    changes: ids.map((id) => ({
      id,
      after: document(id),
      mutations: [],
      effects: { apply: [], revert: [] },
    })),
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

let listeners: Listeners
/** The ids of the documents in each call of `match`, and functions that return its results. */
let requested: string[][]
let answers: (() => Promise<boolean[]>)[]
let errors: unknown[]

beforeEach(() => {
  requested = []
  answers = []
  errors = []
  const matcher = {
    inspect: async ({ query }: { query: string }) => inspect(parseQuery(query, {})),
    match: async (_: object, documents: readonly SanityDocument[]) => {
      requested.push(documents.map(({ _id }) => _id))
      return (await answers.shift()?.()) ?? documents.map(({ title }) => title === 'x')
    },
  }
  listeners = new Listeners(matcher, (error) => errors.push(error))
})

const listenerOf = (send: Listener['send']): Listener => ({
  start: () => {},
  send,
  fail: (error) => errors.push(error),
})

it('evaluates and serializes an event once for listeners with the same options', async () => {
  const heard: (readonly MutationEvent[])[] = []
  for (let n = 0; n < 200; n++) {
    await listeners.add(
      { ...OPTIONS, query: TITLED },
      listenerOf((events) => heard.push(events)),
    )
  }
  listeners.publish(transaction('a'))
  await settled()
  expect(heard).toHaveLength(200)
  expect(new Set(heard).size).toBe(1)
  expect(requested).toEqual([['a']])
})

it('serializes an event once for listeners with different queries, but for each content', async () => {
  const heard: MutationEvent[] = []
  const hear = listenerOf((events) => heard.push(...events))
  for (let n = 0; n < 20; n++)
    await listeners.add({ ...OPTIONS, query: `*[_id == "a" && _id != "${n}"]` }, hear)
  await listeners.add({ ...OPTIONS, includeResult: true }, hear)
  listeners.publish(transaction('a'))
  await settled()
  expect(heard).toHaveLength(21)
  expect(new Set(heard).size).toBe(2)
})

it("does not evaluate queries that a document's id or type decides", async () => {
  const heard: string[] = []
  for (let n = 0; n < 20; n++) {
    const query = `*[_id in ["id-${n}", "drafts.id-${n}"] && title == "x"]`
    await listeners.add(
      { ...OPTIONS, query },
      listenerOf(() => heard.push(`id-${n}`)),
    )
  }
  for (const query of ['*[!(_id in path("_.**"))]', '*[_type == "note" && _id != "b"]']) {
    await listeners.add(
      { ...OPTIONS, query },
      listenerOf(() => heard.push(query)),
    )
  }
  listeners.publish(transaction('drafts.id-7'))
  const immediately = ['*[!(_id in path("_.**"))]', '*[_type == "note" && _id != "b"]']
  expect(heard).toEqual(immediately)
  await settled()
  expect(heard).toEqual([...immediately, 'id-7'])
  expect(requested).toEqual([['drafts.id-7']])
})

it('sends transactions in order, even if an evaluation takes long', async () => {
  const heard: string[] = []
  await listeners.add(
    { ...OPTIONS, query: '*[_id == "b" || title == "x"]' },
    listenerOf((events) => heard.push(...events.map(({ id }) => id))),
  )
  let answer = (_: boolean[]) => {}
  answers.push(() => new Promise((resolve) => (answer = resolve)))
  listeners.publish(transaction('a'))
  listeners.publish(transaction('b'))
  await settled()
  expect(heard).toEqual([])
  answer([true])
  await settled()
  expect(heard).toEqual(['r#a', 'r#b'])
})

it('reports the error to a listener whose query fails, and removes it', async () => {
  const heard: string[] = []
  await listeners.add(
    { ...OPTIONS, query: TITLED },
    listenerOf(() => heard.push('event')),
  )
  const error = new LakeError(400, 'queryError', 'too much')
  answers.push(() => Promise.reject(error))
  listeners.publish(transaction('a'))
  await settled()
  listeners.publish(transaction('a'))
  await settled()
  expect([heard, errors]).toEqual([[], [error]])
})

it('fails a listener with too many pending transactions', async () => {
  await listeners.add(
    { ...OPTIONS, query: TITLED },
    listenerOf(() => {}),
  )
  answers.push(() => new Promise(() => {}))
  for (let n = 0; n < 1002; n++) listeners.publish(transaction('a'))
  expect(errors).toEqual([expect.objectContaining({ statusCode: 503 })])
})

it('still calls the other listeners when one throws, and does not call removed ones', async () => {
  const heard: string[] = []
  await listeners.add(
    OPTIONS,
    listenerOf(() => {
      throw 'broken'
    }),
  )
  const end = await listeners.add(
    OPTIONS,
    listenerOf(() => heard.push('gone')),
  )
  await listeners.add(
    OPTIONS,
    listenerOf(() => heard.push('there')),
  )
  end()
  end()
  listeners.publish(transaction('a'))
  expect([heard, errors]).toEqual([['there'], ['broken']])
})
