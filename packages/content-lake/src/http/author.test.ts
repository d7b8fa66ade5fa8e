import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf, type LakeFixture, PUBLIC, startLake } from '../testing/lake-fixture.ts'
import { addPerson, signIn } from '../testing/people.ts'

/** Requests by a person whose role permits writing drafts, but not publishing. */
let fixture: LakeFixture
let headers: Record<string, string>
let author: SanityClient

const document = 'sanity.action.document'
const pair = { draftId: 'drafts.a', publishedId: 'a' }
const stored = (id: string) => fixture.lake.dataset.get(id)

/** Returns a client that sends the session of a person with the role. */
async function clientFor(role: string) {
  const signedIn = await signIn(fixture, { role })
  return { ...signedIn, client: fixture.visitor({ headers: signedIn.headers }) }
}

beforeAll(async () => {
  fixture = await startLake(PUBLIC)
  ;({ headers, client: author } = await clientFor('author'))
  addPerson(fixture.directory, { role: 'administrator' })
  const release = { actionType: 'sanity.action.release.create', releaseId: 'r' }
  fixture.lake.dataset.act([release], { author: 'test' })
  const documents = ['a', 'b', 'drafts.a', 'drafts.b', 'versions.r.a']
  fixture.lake.dataset.transact(
    documents.map((_id) => ({ create: { _id, _type: 'note', text: 'before', n: 1 } })),
    { author: 'test' },
  )
})
afterAll(() => fixture.close())

describe('an author', () => {
  it('creates, edits, and deletes drafts, and uploads files', async () => {
    await author.action({
      ...{ actionType: `${document}.create`, publishedId: 'mine', ifExists: 'fail' },
      attributes: { _id: 'drafts.mine', _type: 'note' },
    } as never)
    await author.action({
      ...{ actionType: `${document}.edit`, draftId: 'drafts.mine', publishedId: 'mine' },
      patch: { set: { text: 'new' } },
    })
    await author.mutate([{ patch: { query: '*[_id == "drafts.mine"]', set: { n: 1 } } }] as never)
    expect(stored('drafts.mine')).toMatchObject({ text: 'new' })
    await author.action({
      ...{ actionType: `${document}.delete`, publishedId: 'mine' },
      includeDrafts: ['drafts.mine'],
    } as never)
    expect(stored('drafts.mine')).toBeUndefined()
    const file = await author.assets.upload('file', Buffer.from('words'), { filename: 'a.txt' })
    expect(stored(file._id)).toBeDefined()
  })

  it('edits a published document as a draft, which does not change what visitors see', async () => {
    fixture.lake.dataset.transact([{ delete: { id: 'drafts.b' } }], { author: 'test' })
    await author.action({
      ...{ actionType: `${document}.edit`, draftId: 'drafts.b', publishedId: 'b' },
      patch: { set: { text: 'after' } },
    })
    expect(await fixture.visitor().fetch('*[_id == "b"][0].text')).toBe('before')
    expect(stored('drafts.b')).toMatchObject({ text: 'after' })
  })

  const actions: Record<string, object | object[]> = {
    publish: { actionType: `${document}.publish`, ...pair },
    unpublish: { actionType: `${document}.unpublish`, ...pair },
    'delete a published document': {
      ...{ actionType: `${document}.delete`, publishedId: 'a', includeDrafts: ['drafts.a'] },
    },
    'create a published document': {
      ...{ actionType: `${document}.create`, publishedId: 'new', ifExists: 'fail' },
      attributes: { _id: 'new', _type: 'note' },
    },
    'edit a version': {
      ...{ actionType: `${document}.edit`, draftId: 'versions.r.a', publishedId: 'a' },
      patch: { set: { text: 'after' } },
    },
    'unpublish with a release': {
      ...{ actionType: `${document}.version.unpublish`, versionId: 'versions.r.a' },
      publishedId: 'a',
    },
    'delete history': {
      ...{ actionType: `${document}.discard`, draftId: 'drafts.a', purge: true },
    },
    'publish behind an edit': [
      { actionType: `${document}.edit`, ...pair, patch: { set: { text: 'after' } } },
      { actionType: `${document}.publish`, ...pair },
    ],
  }
  const before = () => JSON.stringify([...fixture.lake.dataset.snapshot()])

  it.each(Object.entries(actions))('cannot %s', async (_, action) => {
    const unchanged = before()
    for (const dryRun of [false, true]) {
      const failed = await errorOf(author.action(action as never, { dryRun }))
      expect(failed).toMatchObject({
        statusCode: 403,
        details: { type: 'insufficientPermissionsError', description: expect.any(String) },
      })
    }
    expect(before()).toBe(unchanged)
  })

  const note = (_id: string) => ({ _id, _type: 'note', text: 'after' })
  const mutations: Record<string, object[]> = {
    create: [{ create: note('new') }],
    createOrReplace: [{ createOrReplace: note('a') }],
    patch: [{ patch: { id: 'a', set: { text: 'after' } } }],
    'patch several ids': [{ patch: { id: ['drafts.a', 'a'], set: { text: 'after' } } }],
    'patch by query': [{ patch: { query: '*[_type == "note"]', set: { text: 'after' } } }],
    delete: [{ delete: { id: 'a' } }],
    'delete by query': [{ delete: { query: '*[_id match "a"]' } }],
    version: [{ patch: { id: 'versions.r.a', set: { text: 'after' } } }],
    release: [{ create: { _id: '_.releases.r', _type: 'system.release' } }],
    'preview secret': [{ create: { ...note('a'), _type: 'sanity.previewUrlSecret' } }],
    'several documents, the last one published': [
      { patch: { id: 'drafts.a', set: { text: 'after' } } },
      { createOrReplace: note('drafts.new') },
      { patch: { id: 'b', set: { text: 'after' } } },
    ],
    'delete and create again': [{ delete: { id: 'a' } }, { create: note('a') }],
    'an id that only looks like a draft': [{ createOrReplace: note('drafts') }],
  }
  it.each(Object.entries(mutations))('cannot mutate published documents: %s', async (_, given) => {
    const unchanged = before()
    for (const dryRun of [false, true]) {
      const failed = await errorOf(author.mutate(given as never, { dryRun }))
      // A preview secret over an existing id, and a reserved id, are invalid for everyone.
      expect([400, 403, 409]).toContain(failed.statusCode)
      if (failed.statusCode !== 403) continue
      expect(failed.details).toMatchObject({ type: 'insufficientPermissionsError' })
    }
    expect(before()).toBe(unchanged)
  })

  it('cannot use the id of a transaction to skip the check', async () => {
    const response = await fixture.request('/v2025-02-19/data/mutate/production?transactionId=t', {
      ...{ method: 'POST', headers },
      body: JSON.stringify({
        mutations: [{ patch: { id: 'a', set: { text: 'after' } } }],
        draftsOnly: false,
        author: 'somebody',
      }),
    })
    expect(response.status).toBe(403)
    expect(stored('a')).toMatchObject({ text: 'before' })
  })
})

it('rejects the next write of an editor who was demoted, and accepts it as a draft after sign-in', async () => {
  const editor = await clientFor('editor')
  const publish = { actionType: `${document}.publish`, ...pair }
  const edit = {
    ...{ actionType: `${document}.edit`, ...pair },
    patch: { set: { text: 'of a demoted editor' } },
  }
  await editor.client.action(publish as never, { dryRun: true })
  const admin = await clientFor('administrator')
  const change = await fixture.request(`/v1/people/${editor.id}/roles`, {
    ...{ method: 'POST', headers: admin.headers },
    body: JSON.stringify({ roles: ['author'] }),
  })
  expect(change.status).toBe(200)
  for (const action of [publish, edit]) {
    expect(await errorOf(editor.client.action(action as never))).toMatchObject({ statusCode: 401 })
  }
  const again = await signIn(fixture, { id: editor.id, email: `${editor.id}@example.com` })
  const demoted = fixture.visitor({ headers: again.headers })
  await demoted.action(edit as never)
  expect(stored('drafts.a')).toMatchObject({ text: 'of a demoted editor' })
  expect(await errorOf(demoted.action(publish as never))).toMatchObject({ statusCode: 403 })
  expect(stored('a')).toMatchObject({ text: 'before' })
})
