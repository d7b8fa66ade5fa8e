import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf, type LakeFixture, NAMES, PUBLIC, startLake } from '../testing/lake-fixture.ts'
import { signIn } from '../testing/people.ts'
import { type Change, DEFAULT_ROLES } from '../users/user.ts'

/** Requests by authors of a role that is limited by the field `language`. */
let fixture: LakeFixture
let arabic: SanityClient
let headers: Record<string, string>

const limits = {
  limitedBy: 'language',
  limitWithoutField: 'en',
  mayDraft: ({ after }: Change) => after?.text !== 'for writers',
  mayAlsoChange: ({ before, after }: Change) => !before && after?._type === 'list',
}
const roles = DEFAULT_ROLES.flatMap((role) =>
  role.name === 'author'
    ? [
        { ...role, ...limits },
        { ...role, name: 'writer' },
      ]
    : [role],
)

const stored = (id: string) => fixture.lake.dataset.get(id)
const note = (_id: string, language?: string) => ({
  ...{ _id, _type: 'note', text: 'before' },
  ...(language && { language }),
})

beforeAll(async () => {
  fixture = await startLake({ ...PUBLIC, login: { ...PUBLIC.login, roles } })
  ;({ headers } = await signIn(fixture, { role: 'author:ar' }))
  arabic = fixture.visitor({ headers })
  const documents = [
    ...[note('english'), note('ar', 'ar'), note('es', 'es')],
    ...[note('drafts.english'), note('drafts.es', 'es')],
  ]
  fixture.lake.dataset.transact(
    documents.map((create) => ({ create })),
    { author: 'test' },
  )
})
afterAll(() => fixture.close())

describe('an author for one language', () => {
  it('writes drafts in that language', async () => {
    await arabic.create(note('drafts.mine', 'ar'))
    await arabic.patch('drafts.mine').set({ text: 'after' }).commit()
    expect(stored('drafts.mine')).toMatchObject({ text: 'after', language: 'ar' })
    await arabic.delete('drafts.mine')
    expect(stored('drafts.mine')).toBeUndefined()
    await arabic.action({
      ...{ actionType: 'sanity.action.document.edit', draftId: 'drafts.ar', publishedId: 'ar' },
      patch: { set: { text: 'after' } },
    })
    expect(stored('drafts.ar')).toMatchObject({ text: 'after' })
    expect(stored('ar')).toMatchObject({ text: 'before' })
  })

  const refused: Record<string, object[]> = {
    'a draft without a language': [{ create: note('drafts.new') }],
    'a draft in another language': [{ create: note('drafts.new', 'es') }],
    'a list of languages': [{ create: { ...note('drafts.new'), language: ['ar'] } }],
    'an existing draft': [{ patch: { id: 'drafts.es', set: { text: 'after' } } }],
    'the language of a draft': [{ patch: { id: 'drafts.es', set: { language: 'ar' } } }],
    'the language of a draft, and then its text': [
      { patch: { id: 'drafts.english', set: { language: 'ar' } } },
      { patch: { id: 'drafts.english', set: { text: 'after' } } },
    ],
    'the language of their own draft': [
      { createOrReplace: note('drafts.own', 'ar') },
      { patch: { id: 'drafts.own', set: { language: 'es' } } },
    ],
    'a draft that is deleted and created again': [
      { delete: { id: 'drafts.es' } },
      { create: note('drafts.es', 'ar') },
    ],
    'a draft of a published document in another language': [
      { delete: { id: 'drafts.english' } },
      { createOrReplace: note('drafts.english', 'ar') },
    ],
    'drafts by a query': [{ patch: { query: '*[_type == "note"]', set: { text: 'after' } } }],
    'a published document in the language': [{ patch: { id: 'ar', set: { text: 'after' } } }],
    'a change that the role does not permit': [{ create: { _id: 'x', _type: 'other' } }],
  }
  it.each(Object.entries(refused))('cannot write %s', async (_, mutations) => {
    const before = JSON.stringify([...fixture.lake.dataset.snapshot()])
    expect(await errorOf(arabic.mutate(mutations as never))).toMatchObject({
      statusCode: 403,
      details: { type: 'insufficientPermissionsError' },
    })
    expect(JSON.stringify([...fixture.lake.dataset.snapshot()])).toBe(before)
  })

  it('cannot restore a deleted document in another language', async () => {
    const restore = (id: string) =>
      fixture.request(`/v1/bin/production/${id}/restore`, { method: 'POST', headers, body: '{}' })
    for (const id of ['gone-es', 'gone-ar']) {
      fixture.lake.dataset.transact([{ create: note(id, id.slice(-2)) }], { author: 'test' })
      fixture.lake.dataset.transact([{ delete: { id } }], { author: 'test' })
    }
    expect((await restore('gone-es')).status).toBe(403)
    expect((await restore('gone-ar')).status).toBe(200)
  })

  it('makes the changes of published documents that the role permits', async () => {
    await arabic.create({ _id: 'list', _type: 'list' })
    expect(stored('list')).toBeDefined()
    const patch = arabic.patch('list').set({ text: 'after' }).commit()
    expect(await errorOf(patch)).toMatchObject({ statusCode: 403 })
  })

  it('gets permissions on the drafts in that language only', async () => {
    const acl = await arabic.request({
      uri: `/projects/${NAMES.projectId}/datasets/production/acl`,
    })
    expect(acl).toContainEqual({
      filter: '_id in path("drafts.**") && (language == "ar")',
      permissions: ['create', 'update'],
    })
  })
})

it('limits an author to documents without the field', async () => {
  const { headers } = await signIn(fixture, { role: 'author:en' })
  const english = fixture.visitor({ headers })
  await english.patch('drafts.english').set({ text: 'by English' }).commit()
  expect(stored('drafts.english')).toMatchObject({ text: 'by English' })
  for (const change of [
    english.create(note('drafts.en2', 'ar')),
    english.patch('drafts.english').set({ language: 'ar' }).commit(),
    english.patch('drafts.es').set({ text: 'by English' }).commit(),
  ]) {
    expect(await errorOf(change)).toMatchObject({ statusCode: 403 })
  }
  const uri = `/projects/${NAMES.projectId}/datasets/production/acl`
  expect(await english.request({ uri })).toContainEqual({
    filter: '_id in path("drafts.**") && (!defined(language))',
    permissions: ['create', 'update'],
  })
})

it('permits what any of several roles permits, and everything with a role that has no limit', async () => {
  const as = async (role: string) =>
    fixture.visitor({ headers: (await signIn(fixture, { role })).headers })
  const both = await as('author:ar,author:es')
  await both.patch('drafts.es').set({ text: 'by both' }).commit()
  expect(await errorOf(both.create(note('drafts.x')))).toMatchObject({ statusCode: 403 })
  const author = await as('author,author:ar')
  await author.patch('drafts.es').set({ text: 'by the author' }).commit()
  const forWriters = (by: SanityClient) =>
    by.patch('drafts.es').set({ text: 'for writers' }).commit()
  expect(await errorOf(forWriters(author))).toMatchObject({ statusCode: 403 })
  await forWriters(await as('author,writer'))
  const editor = await as('editor,author:ar')
  await editor.patch('english').set({ text: 'by the editor' }).commit()
  expect(stored('english')).toMatchObject({ text: 'by the editor' })
})

it('accepts limits only for roles that can be limited', async () => {
  const admin = await signIn(fixture, { role: 'administrator' })
  const invite = async (...names: unknown[]) => {
    const { status } = await fixture.request('/v1/people/invitations', {
      ...{ method: 'POST', headers: admin.headers },
      body: JSON.stringify({ email: 'a@example.com', roles: names }),
    })
    return status
  }
  expect(await invite('author:ar', 'viewer')).toBe(200)
  for (const name of ['editor:ar', 'author:', 'author:AR', 'author:ar:es', 'author:a,editor', 7]) {
    expect(await invite(name)).toBe(400)
  }
})
