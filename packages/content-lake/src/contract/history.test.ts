import type { SanityClient, SanityDocument } from '@sanity/client'
import { applyPatch, type RawPatch } from 'mendoza'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSubject, type Subject } from './subject.ts'

let subject: Subject
let client: SanityClient
let _id: string
let states: SanityDocument[]

beforeAll(async () => {
  subject = await openSubject()
  client = subject.client()
  _id = subject.own('typed')
  states = [await client.create({ _id, _type: subject.own('note'), text: 'The first words' })]
  for (const text of ['The first words, and', 'The first words, and more']) {
    states.push(await client.patch(_id).set({ text }).commit<SanityDocument>())
  }
})
afterAll(() => subject.close())

const url = (kind: string) => `/data/history/${client.config().dataset}/${kind}/${_id}`

it('returns a document as of each revision', async () => {
  for (const { _rev, text } of states) {
    const query = { revision: _rev }
    const { documents } = await client.request({ url: url('documents'), query })
    expect(documents).toMatchObject([{ _id, _rev, text }])
  }
})

it('returns past transactions whose effects turn one state into the next and back', async () => {
  const body = await client.request<string>({
    url: url('transactions'),
    query: { effectFormat: 'mendoza', excludeContent: 'true', excludeMutations: 'true' },
  })
  const lines = String(body).trim().split('\n')
  const past = lines.map(
    (line) => JSON.parse(line) as { id: string; effects: Record<string, Effect> },
  )
  type Effect = { apply: RawPatch; revert: RawPatch }
  expect(past.map(({ id }) => id)).toEqual(states.map(({ _rev }) => _rev))
  const forth = past.reduce<unknown>((state, { effects }) => {
    const next = applyPatch(state, effects[_id]?.apply as RawPatch)
    expect(applyPatch(next, effects[_id]?.revert as RawPatch)).toEqual(state)
    return next
  }, null)
  expect(forth).toMatchObject({ _id, text: 'The first words, and more' })
})
