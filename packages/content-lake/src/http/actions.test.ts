import type { Action, SanityClient } from '@sanity/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorOf, type LakeFixture, startLake } from '../testing/lake-fixture.ts'

let fixture: LakeFixture
let client: SanityClient

beforeEach(async () => {
  fixture = await startLake()
  client = fixture.client()
})
afterEach(() => fixture.close())

const stored = (id: string) => fixture.lake.dataset.get(id)
const document = 'sanity.action.document'
const pair = { draftId: 'drafts.a', publishedId: 'a' }
const edit = (patch: object): Action => ({ actionType: `${document}.edit`, ...pair, patch })
const publish = (conditions: object = {}): Action => ({
  actionType: `${document}.publish`,
  ...pair,
  ...conditions,
})
const create = (attributes: object = {}): Action => ({
  actionType: `${document}.create`,
  publishedId: 'a',
  attributes: { _id: 'drafts.a', _type: 'note', ...attributes },
  ifExists: 'fail',
})

/** Returns the error of the first failed action. */
async function firstError(actions: Action | Action[]) {
  const { statusCode, details } = await errorOf(client.action(actions as Action))
  const { type, items } = details as { type: string; items: { error: object; index: number }[] }
  expect(type).toBe('actionError')
  return { statusCode, index: items[0]?.index, ...items[0]?.error }
}

describe('the create action', () => {
  it('fails or is ignored if the document exists as a draft or published', async () => {
    for (const _id of ['drafts.a', 'a']) {
      await client.create({ _id, _type: 'note', n: 1 })
      expect(await firstError(create())).toMatchObject({
        statusCode: 409,
        type: 'documentAlreadyExistsError',
        id: _id,
      })
      await client.action({ ...create({ n: 2 }), ifExists: 'ignore' } as Action)
      expect(stored(_id)).toMatchObject({ n: 1 })
      await client.delete(_id)
    }
  })
})

describe('the edit action', () => {
  it('edits an existing draft, and a version by its own id', async () => {
    await client.create({ _id: 'a', _type: 'note', title: 'One' })
    await client.create({ _id: 'drafts.a', _type: 'note', title: 'Two' })
    await client.action({
      ...edit({ set: { version: true } }),
      draftId: 'versions.r1.a',
    } as Action)
    await client.action(edit({ insert: { after: 'list[-1]', items: [{ n: 1 }] }, set: { n: 1 } }))
    expect(stored('drafts.a')).toMatchObject({ title: 'Two', n: 1 })
    expect(stored('versions.r1.a')).toMatchObject({ title: 'One', version: true })
  })

  it('is rejected without a document, for an invalid patch, and for the wrong draft', async () => {
    expect(await firstError(edit({ set: { n: 1 } }))).toMatchObject({
      statusCode: 409,
      type: 'documentNotFoundError',
      index: 0,
    })
    await client.create({ _id: 'drafts.a', _type: 'note' })
    for (const broken of [
      edit({ set: 5 }),
      { ...edit({}), patch: undefined } as unknown as Action,
      { ...edit({}), draftId: 'drafts.b' } as Action,
      { ...edit({}), draftId: 'a' } as Action,
      { ...edit({}), publishedId: 'drafts.a' } as Action,
      { actionType: `${document}.constructor` } as unknown as Action,
      { actionType: 'sanity.action.release.create', releaseId: 'r.1' } as Action,
      null as unknown as Action,
    ]) {
      expect(await firstError([edit({ set: { n: 1 } }), broken])).toMatchObject({
        statusCode: 400,
        index: 1,
      })
    }
    expect(stored('drafts.a')).not.toHaveProperty('n')
  })

  it('with an outdated revision fails with a conflict and changes nothing', async () => {
    const { _rev } = await client.create({ _id: 'drafts.a', _type: 'note', n: 0 })
    const claim = (n: number) => client.action(edit({ set: { n }, ifRevisionID: _rev }))
    const outcomes = await Promise.allSettled([claim(1), claim(2)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await firstError(edit({ set: { n: 3 }, ifRevisionID: _rev }))).toMatchObject({
      statusCode: 409,
      type: 'documentRevisionIDDoesNotMatchError',
    })
    expect(stored('drafts.a')?.n).not.toBe(3)
  })
})

describe('the publish action', () => {
  it('makes references with _strengthenOnPublish strong', async () => {
    await client.create({ _id: 'b', _type: 'note' })
    const waiting = { _type: 'reference', _ref: 'b', _weak: true }
    await client.create({
      _id: 'drafts.a',
      _type: 'note',
      one: { ...waiting, _strengthenOnPublish: { type: 'note' } },
      list: [{ ...waiting, _key: 'k', _strengthenOnPublish: { type: 'note', weak: true } }],
      two: waiting,
    })
    await client.action(publish())
    expect(stored('a')).toMatchObject({
      one: { _type: 'reference', _ref: 'b' },
      list: [{ ...waiting, _key: 'k' }],
      two: waiting,
    })
    expect(JSON.stringify(stored('a'))).not.toContain('_strengthenOnPublish')
    await expect(client.delete('b')).rejects.toMatchObject({ statusCode: 409 })
  })

  it('is rejected if a strengthened reference has no target, or if a revision is outdated', async () => {
    const strengthen = { _ref: 'drafted', _weak: true, _strengthenOnPublish: { type: 'note' } }
    const draft = await client.create({ _id: 'drafts.a', _type: 'note', strengthen })
    expect(await firstError(publish())).toMatchObject({
      statusCode: 409,
      type: 'documentReferenceDoesNotExistError',
    })
    const published = await client.create({ _id: 'a', _type: 'note' })
    for (const conditions of [{ ifPublishedRevisionId: 'older' }, { ifDraftRevisionId: 'older' }]) {
      expect(await firstError(publish(conditions))).toMatchObject({
        statusCode: 409,
        type: 'documentRevisionIDDoesNotMatchError',
      })
    }
    expect([stored('a'), stored('drafts.a')]).toEqual([published, draft])
  })
})

describe('the unpublish, discard, delete, and replaceDraft actions', () => {
  const unpublish: Action = { actionType: `${document}.unpublish`, ...pair }
  const discard: Action = { actionType: `${document}.discard`, draftId: 'drafts.a' }
  const remove = (includeDrafts: string[] = []): Action => ({
    actionType: `${document}.delete`,
    publishedId: 'a',
    includeDrafts,
  })

  it('only delete a document if all of its drafts are listed', async () => {
    await client.create({ _id: 'a', _type: 'note' })
    await client.create({ _id: 'drafts.a', _type: 'note' })
    expect(await firstError(remove())).toMatchObject({
      type: 'actionError',
      description: expect.stringContaining('has a draft'),
    })
    expect(await firstError(remove(['drafts.b']))).toMatchObject({ statusCode: 400 })
    await client.action(remove(['drafts.a']))
    expect([stored('a'), stored('drafts.a')]).toEqual([undefined, undefined])
    expect(await firstError(remove())).toMatchObject({ type: 'documentNotFoundError' })
  })

  it('fail for a document that others refer to', async () => {
    await client.create({ _id: 'a', _type: 'note' })
    await client.create({ _id: 'b', _type: 'note', to: { _ref: 'a' } })
    for (const action of [remove(), unpublish]) {
      expect(await firstError(action)).toMatchObject({
        statusCode: 409,
        type: 'documentHasExistingReferencesError',
        referencingIDs: ['b'],
      })
    }
    expect(stored('a')).toBeDefined()
  })

  it('restore an earlier revision, also of a deleted document', async () => {
    const { _updatedAt, ...attributes } = await client.create({
      _id: 'drafts.a',
      _type: 'note',
      title: 'One',
    })
    const replace: Action = {
      actionType: `${document}.replaceDraft`,
      publishedId: 'a',
      attributes,
    }
    await client.patch('drafts.a').set({ title: 'Two', more: 1 }).commit()
    await client.action(replace)
    expect(stored('drafts.a')).toMatchObject({ title: 'One', _createdAt: attributes._createdAt })
    expect(stored('drafts.a')).not.toHaveProperty('more')
    expect(stored('drafts.a')?._rev).not.toBe(attributes._rev)
    await client.action(discard)
    await client.action([create(attributes), replace])
    expect(stored('drafts.a')).toMatchObject({ title: 'One' })
  })
})

describe('version actions', () => {
  it('create, replace, mark, and discard a version without changing the draft', async () => {
    await client.releases.create({ releaseId: 'r1' })
    const base = await client.create({ _id: 'a', _type: 'note', n: 1 })
    const versionId = 'versions.r1.a'
    const version = (name: string, rest: object) =>
      ({ actionType: `${document}.version.${name}`, publishedId: 'a', ...rest }) as Action
    const fromBase = { baseId: 'a', versionId, ifBaseRevisionId: base._rev }
    await client.action(version('create', fromBase))
    expect(stored(versionId)).toMatchObject({ n: 1 })
    expect(await firstError(version('create', fromBase))).toMatchObject({
      type: 'documentAlreadyExistsError',
    })
    await client.action(version('replace', { document: { _id: versionId, _type: 'note', n: 2 } }))
    await client.action(version('unpublish', { versionId }))
    expect(stored(versionId)).toMatchObject({ n: 2, _system: { delete: true } })
    await client.action(version('discard', { versionId }))
    expect(stored(versionId)).toBeUndefined()
    expect(await firstError(version('discard', { versionId }))).toMatchObject({ statusCode: 409 })
    await client.action(version('create', { document: { _id: versionId, _type: 'note', n: 3 } }))
    expect(stored(versionId)).toMatchObject({ n: 3 })
  })
})

describe('a list of actions', () => {
  it('is applied completely or not at all, in one transaction', async () => {
    expect(await firstError([create({ n: 1 }), publish(), publish()])).toMatchObject({ index: 2 })
    expect(fixture.lake.dataset.size).toBe(0)
    const heard: string[][] = []
    fixture.lake.dataset.onTransaction(({ changes }) => heard.push(changes.map(({ id }) => id)))
    await client.action([create({ n: 1 }), publish(), edit({ set: { n: 2 } })])
    expect([stored('a')?.n, stored('drafts.a')?.n]).toEqual([1, 2])
    expect(stored('a')?._rev).toBe(stored('drafts.a')?._rev)
    expect(heard).toEqual([['drafts.a', 'a']])
  })

  it('must be a list in a body of limited size from an authenticated client', async () => {
    const path = '/v2025-02-19/data/actions/production'
    const headers = { authorization: `Bearer ${client.config().token}` }
    const post = async (body: string, init: RequestInit = { headers }) =>
      (await fixture.request(path, { method: 'POST', body, ...init })).status
    expect(await post('{}')).toBe(400)
    expect(await post('{"actions":{}}')).toBe(400)
    expect(await post('{"actions":[],"transactionId":5}')).toBe(400)
    expect(await post(' '.repeat(5_000_000))).toBe(413)
    expect(await post('{"actions":[]}', {})).toBe(401)
    expect(await post('{"actions":[]}')).toBe(200)
  })
})
