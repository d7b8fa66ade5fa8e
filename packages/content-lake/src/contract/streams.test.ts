import type { LiveEvent, MutationEvent, SanityClient, WelcomeEvent } from '@sanity/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { follow } from '../testing/follow.ts'
import { openSubject, type Subject } from './subject.ts'

let subject: Subject
let client: SanityClient
let _type: string

beforeAll(async () => {
  subject = await openSubject()
  client = subject.client()
  _type = subject.own('note')
})
afterAll(() => subject.close())

it('a listener receives chained events when a document appears, changes, and disappears', async () => {
  const _id = subject.own('heard')
  const events = follow<MutationEvent | WelcomeEvent>(
    client.listen(
      '*[_type == $_type && open == true]',
      { _type },
      { events: ['welcome', 'mutation'], includePreviousRevision: true },
    ) as never,
  )
  try {
    expect(await events.next()).toMatchObject({ type: 'welcome' })
    const created = await client.create({ _id, _type, open: true })
    const changed = await client.patch(_id).set({ text: 'x' }).commit()
    await client.patch(_id).set({ open: false }).commit()
    const appear = await events.next()
    expect(appear).toMatchObject({
      type: 'mutation',
      documentId: _id,
      transition: 'appear',
      resultRev: created._rev,
      transactionId: created._rev,
      result: { _id, open: true },
    })
    expect(await events.next()).toMatchObject({
      transition: 'update',
      previousRev: created._rev,
      resultRev: changed._rev,
      result: { text: 'x' },
    })
    expect(await events.next()).toMatchObject({
      transition: 'disappear',
      previousRev: changed._rev,
    })
  } finally {
    events.end()
  }
})

it('live events contain the tags of queries whose results changed', async () => {
  const visitor = subject.visitor()
  const _id = subject.own('live')
  await client.create({ _id, _type, n: 1 })
  const events = follow<LiveEvent>(visitor.live.events())
  try {
    expect(await events.next()).toMatchObject({ type: 'welcome' })
    const { syncTags = [] } = await visitor.fetch(
      '*[_id == $_id][0].n',
      { _id },
      {
        filterResponse: false,
      },
    )
    await client.patch(_id).set({ n: 2 }).commit()
    // Other clients may write to a hosted dataset at the same time.
    for (;;) {
      const event = await events.next()
      if (event.type === 'restart') break
      if (event.type === 'message' && event.tags.some((tag) => syncTags.includes(tag))) break
    }
    expect(await visitor.fetch('*[_id == $_id][0].n', { _id })).toBe(2)
  } finally {
    events.end()
  }
})
