import type { SanityClient } from '@sanity/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LakeFixture, NAMES, startLake } from '../testing/lake-fixture.ts'

let fixture: LakeFixture
let client: SanityClient

beforeEach(async () => {
  fixture = await startLake()
  client = fixture.client({ perspective: 'raw' })
})
afterEach(() => fixture.close())

const get = <T = unknown>(uri: string) => client.request<T>({ uri })

describe('endpoints for the Studio', () => {
  it('return the project and the permissions', async () => {
    const project = `/projects/${NAMES.projectId}`
    expect(await get(project)).toMatchObject({ id: NAMES.projectId, organizationId: null })
    expect(await get('/projects')).toEqual([await get(project)])
    expect(await get(`${project}/datasets`)).toMatchObject([{ name: NAMES.dataset }])
    expect(await get(`${project}/datasets?datasetProfile=comments&addonFor=x`)).toEqual([])
    const [grant] = await get<{ filter: string; permissions: string[] }[]>(
      `${project}/datasets/${NAMES.dataset}/acl`,
    )
    expect(grant?.permissions).toContain('update')
    // The Studio evaluates the filter for each document.
    await client.create({ _id: 'drafts.a', _type: 'note' })
    expect(await client.fetch(`count(*[${grant?.filter}])`)).toBe(1)
    await expect(get('/projects/another')).rejects.toMatchObject({ statusCode: 404 })
  })

  it('return the names of authors', async () => {
    const me = await get<{ id: string }>('/users/me')
    expect(await get('/auth/id')).toEqual({ id: me.id })
    expect(await get(`/users/${me.id}`)).toMatchObject({ id: me.id, displayName: 'API token' })
    expect(await get(`/users/${me.id},import`)).toMatchObject([
      { id: me.id },
      { id: 'import', displayName: 'Import' },
    ])
  })

  it("store a user's settings across restarts", async () => {
    const put = (body: unknown, method = 'PUT') =>
      client.request({ method, uri: '/users/me/keyvalue', body })
    expect(await put([{ key: 'a.b', value: { n: [1] } }])).toEqual([
      { key: 'a.b', value: { n: [1] } },
    ])
    await put([
      { key: 'a.b', value: 2 },
      { key: 'c', value: null },
    ])
    const { directory } = fixture
    await fixture.lake.close()
    const again = await startLake({ directory })
    const uri = '/users/me/keyvalue/a.b,c,never'
    expect(await again.client().request({ uri })).toEqual([
      { key: 'a.b', value: 2 },
      { key: 'c', value: null },
    ])
    await again.close()
  })

  it('reject invalid settings', async () => {
    const put = (body: unknown) =>
      client.request({ method: 'PUT', uri: '/users/me/keyvalue', body })
    for (const body of [{}, [5], [{ value: 1 }], [{ key: 'x'.repeat(300), value: 1 }]]) {
      await expect(put(body)).rejects.toMatchObject({ statusCode: 400 })
    }
    await expect(put([{ key: 'a', value: 'x'.repeat(200_000) }])).rejects.toMatchObject({
      statusCode: 413,
    })
    const many = Array.from({ length: 1001 }, (_, n) => ({ key: `k${n}`, value: n }))
    await expect(put(many)).rejects.toMatchObject({ statusCode: 400 })
  })

  it('count the documents that refer to a document', async () => {
    await client.create({ _id: 'a', _type: 'note' })
    const to = { _ref: 'a' }
    await client.create({ _id: 'b', _type: 'note', one: to, list: [to] })
    await client.create({ _id: 'drafts.c', _type: 'note', to })
    await client.create({ _id: 'd', _type: 'note', weak: { ...to, _weak: true } })
    const uri = '/data/references/production/documents/a/to'
    expect(await get(uri)).toEqual({
      totalCount: 2,
      references: ['b', 'drafts.c'].map((documentId) => ({
        projectId: NAMES.projectId,
        datasetName: NAMES.dataset,
        documentId,
      })),
    })
    expect(await get(`${uri}?excludeInternalReferences=true&excludePaths=true`)).toEqual({
      totalCount: 0,
      references: [],
    })
    await client.delete('drafts.c')
    expect(await get(uri)).toMatchObject({ totalCount: 1 })
  })

  it("return empty responses for features of Sanity's cloud", async () => {
    for (const uri of [
      '/features',
      '/help',
      '/journey/announcements',
      '/journey/trial',
      '/journey/trial/override',
      '/journey/asset-limit',
      '/journey/document-limit',
      '/journey/comments',
      '/intake/telemetry-status',
      `/projects/${NAMES.projectId}/grants`,
      `/projects/${NAMES.projectId}/user-applications`,
    ]) {
      await expect(get(uri), uri).resolves.toBeDefined()
    }
    for (const uri of ['/intake/batch', '/descriptors/claim']) {
      await expect(client.request({ method: 'POST', uri, body: {} }), uri).resolves.toBeDefined()
    }
  })
})

it("finds a slug that another document uses, ignoring the document's own versions", async () => {
  const query =
    '!defined(*[_type == $docType && !sanity::versionOf($published) && slug.current == $slug][0]._id)'
  const isUnique = () =>
    client.fetch(query, { docType: 'page', published: 'a', slug: 'x' }, { perspective: 'raw' })
  const create = (_id: string, current = 'x') =>
    client.create({ _id, _type: 'page', slug: { current } })
  for (const own of ['a', 'drafts.a', 'versions.r1.a']) await create(own)
  await create('other', 'y')
  expect(await isUnique()).toBe(true)
  await create('drafts.other')
  expect(await isUnique()).toBe(false)
  await client.delete('drafts.other')
  await create('ab')
  expect(await isUnique()).toBe(false)
})
