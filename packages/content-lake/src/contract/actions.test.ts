import type { Action, SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf } from '../testing/lake-fixture.ts'
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

/** Returns functions that run actions on a document that no other test uses. */
function actionsOn(name: string) {
  const publishedId = subject.own(name)
  const draftId = `drafts.${publishedId}`
  const act = (type: string, rest: object) =>
    client.action({ actionType: `sanity.action.document.${type}`, ...rest } as Action)
  return {
    create: (attributes: object = {}) =>
      act('create', {
        publishedId,
        attributes: { _id: draftId, _type, ...attributes },
        ifExists: 'fail',
      }),
    edit: (patch: object) => act('edit', { publishedId, draftId, patch }),
    publish: (conditions: object = {}) => act('publish', { publishedId, draftId, ...conditions }),
    unpublish: () => act('unpublish', { publishedId, draftId }),
    discard: () => act('discard', { draftId }),
    remove: (includeDrafts: string[]) => act('delete', { publishedId, includeDrafts }),
    draftId,
    draft: () => client.getDocument(draftId),
    published: () => client.getDocument(publishedId),
  }
}

describe('the actions on a document', () => {
  it('create, publish, edit, discard, unpublish, and delete it', async () => {
    const note = actionsOn('life')
    await note.create({ title: 'One' })
    expect(await note.published()).toBeUndefined()
    await note.publish()
    expect(await note.published()).toMatchObject({ title: 'One' })
    expect(await note.draft()).toBeUndefined()

    await note.edit({ diffMatchPatch: { title: '@@ -1,3 +1,3 @@\n-One\n+Two\n' } })
    expect(await note.draft()).toMatchObject({ title: 'Two' })
    expect(await note.published()).toMatchObject({ title: 'One' })
    await note.discard()
    expect(await note.draft()).toBeUndefined()

    await note.unpublish()
    expect(await note.published()).toBeUndefined()
    expect(await note.draft()).toMatchObject({ title: 'One' })
    await note.publish()
    await note.edit({ set: { title: 'Three' } })
    await note.remove([note.draftId])
    expect([await note.published(), await note.draft()]).toEqual([undefined, undefined])
  })

  it('keep its creation time', async () => {
    const note = actionsOn('times')
    await note.create()
    const draft = await note.draft()
    await note.publish()
    expect((await note.published())?._createdAt).toBe(draft?._createdAt)
  })
})

describe('an action', () => {
  it('fails to create an existing document', async () => {
    const note = actionsOn('twice')
    await note.create({ n: 1 })
    expect(await errorOf(note.create({ n: 2 }))).toMatchObject({
      statusCode: 409,
      details: { type: 'actionError' },
    })
    expect(await note.draft()).toMatchObject({ n: 1 })
  })

  it('fails for a missing document', async () => {
    const note = actionsOn('nobody')
    for (const work of [note.publish, note.unpublish, note.discard]) {
      const { statusCode, details } = await errorOf(work())
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(details.type).toBe('actionError')
    }
  })

  it('fails with another revision than expected, and changes nothing', async () => {
    const note = actionsOn('conflict')
    await note.create({ n: 1 })
    await note.publish()
    await note.edit({ set: { n: 2 } })
    const refused = await errorOf(note.publish({ ifPublishedRevisionId: 'another' }))
    expect(refused).toMatchObject({ statusCode: 409, details: { type: 'actionError' } })
    expect(await note.published()).toMatchObject({ n: 1 })
    expect(await note.draft()).toMatchObject({ n: 2 })
  })

  it('uses the transaction id from the client', async () => {
    const note = actionsOn('chosen')
    await note.create()
    const transactionId = subject.own('chosen-transaction')
    const action = {
      actionType: 'sanity.action.document.publish',
      publishedId: subject.own('chosen'),
      draftId: note.draftId,
    } as const
    expect(await client.action(action, { transactionId })).toMatchObject({ transactionId })
    expect((await note.published())?._rev).toBe(transactionId)
  })
})
