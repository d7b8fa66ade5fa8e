import { expect, it } from 'vitest'
import type { Transaction } from '../dataset/transaction.ts'
import type { SanityDocument } from '../document.ts'
import { Listeners, type ListenOptions, type MutationEvent } from './listener.ts'

const OPTIONS: ListenOptions = {
  query: '*[_id == "a"]',
  params: {},
  includeResult: true,
  includePreviousRevision: false,
  includeMutations: true,
  includeEffects: true,
  includeAllVersions: true,
  visibility: 'query',
  identity: 'me',
}

function transaction(ids: string[], read = () => {}): Transaction {
  const document = (_id: string): SanityDocument =>
    ({
      _id,
      _type: 'note',
      _rev: 'r',
      get title() {
        read()
        return 'x'
      },
    }) as unknown as SanityDocument
  return {
    id: 'r',
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

const fail = (error: unknown) => {
  throw error
}

it('evaluates and words what listeners share only once', () => {
  const listeners = new Listeners()
  const heard: (readonly MutationEvent[])[] = []
  const query = '*[_type == "note" && title == "x"]'
  for (let n = 0; n < 200; n++) {
    listeners.add({ ...OPTIONS, query, includeResult: false }, (events) => heard.push(events))
  }
  let reads = 0
  listeners.publish(
    transaction(['a'], () => reads++),
    fail,
  )
  expect(heard).toHaveLength(200)
  expect(new Set(heard).size).toBe(1)
  expect(reads).toBe(1)
})

it('does not evaluate for listeners to other documents', () => {
  const listeners = new Listeners()
  const heard: string[] = []
  for (let n = 0; n < 200; n++) {
    const query = `*[_id in ["id-${n}", "drafts.id-${n}"] && title == "x"]`
    listeners.add({ ...OPTIONS, query, includeResult: false }, () => heard.push(`id-${n}`))
  }
  let reads = 0
  listeners.publish(
    transaction(['drafts.id-7'], () => reads++),
    fail,
  )
  expect(heard).toEqual(['id-7'])
  expect(reads).toBe(1)
})

it('tells the others when one throws, and nobody who has gone', () => {
  const listeners = new Listeners()
  const heard: string[] = []
  const errors: unknown[] = []
  listeners.add(OPTIONS, () => fail('broken'))
  const end = listeners.add(OPTIONS, () => heard.push('gone'))
  listeners.add(OPTIONS, () => heard.push('there'))
  end()
  end()
  listeners.publish(transaction(['a']), (error) => errors.push(error))
  expect([heard, errors]).toEqual([['there'], ['broken']])
})
