import type { ClientPerspective, SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf } from '../testing/lake-fixture.ts'
import { openSubject, type Subject } from './subject.ts'

let subject: Subject
let client: SanityClient
let visitor: SanityClient
let own: Subject['own']

beforeAll(async () => {
  subject = await openSubject()
  own = subject.own
  client = subject.client()
  visitor = subject.visitor()
  const author = { _type: 'reference', _ref: own('author') }
  const post = own('post')
  await client
    .transaction()
    .create({ _id: own('author'), _type: own('author'), name: 'Maryam' })
    .create({ _id: own('1'), _type: post, title: 'One', author })
    .create({ _id: own('2'), _type: post, title: 'Two' })
    .create({ _id: `drafts.${own('2')}`, _type: post, title: 'Two, edited' })
    .create({ _id: `drafts.${own('3')}`, _type: post, title: 'Three' })
    .commit()
})
afterAll(() => subject.close())

const titles = '*[_type == $type] | order(_id).title'
const see = (from: SanityClient, perspective?: ClientPerspective) =>
  from.fetch<string[]>(titles, { type: own('post') }, perspective ? { perspective } : {})

describe('a query', () => {
  it('uses parameters and follows references', async () => {
    const query = '*[_id == $id][0]{title, "author": author->name}'
    expect(await client.fetch(query, { id: own('1') })).toEqual({ title: 'One', author: 'Maryam' })
    expect(await client.fetch(query, { id: own('nobody') })).toBeNull()
  })

  it('is sent by POST if it is long', async () => {
    const query = `*[_id in $ids]{title} // ${'-'.repeat(12_000)}`
    expect(await client.fetch(query, { ids: [own('1'), own('2')] })).toHaveLength(2)
  })

  it('sees the documents of the requested perspective', async () => {
    expect((await see(client, 'published')).sort()).toEqual(['One', 'Two'])
    expect((await see(client, 'drafts')).sort()).toEqual(['One', 'Three', 'Two, edited'])
    expect(await see(client, 'raw')).toHaveLength(4)
    const query = '*[_id == $id][0]{_id, _originalId}'
    expect(await client.fetch(query, { id: own('2') }, { perspective: 'drafts' })).toEqual({
      _id: own('2'),
      _originalId: `drafts.${own('2')}`,
    })
  })

  it('sees published documents by default, or all documents with older API versions', async () => {
    expect(await see(client)).toHaveLength(2)
    expect(await see(subject.client({ apiVersion: '2024-01-01' }))).toHaveLength(4)
  })

  it('of a visitor never sees drafts', async () => {
    expect((await see(visitor)).sort()).toEqual(['One', 'Two'])
    for (const perspective of ['drafts', 'raw'] as const) {
      const seen = await see(visitor, perspective).catch(({ statusCode }) => [String(statusCode)])
      expect(seen.filter((title) => /edited|Three/.test(title))).toEqual([])
    }
  })

  it('returns 400 with the position of a syntax error', async () => {
    expect(await errorOf(client.fetch('*[_type = "post"]'))).toMatchObject({
      statusCode: 400,
      details: {
        type: 'queryParseError',
        query: '*[_type = "post"]',
        start: expect.any(Number),
        end: expect.any(Number),
      },
    })
    expect(await errorOf(client.fetch('*[_type == '))).toMatchObject({
      details: { description: 'unexpected end-of-file, expected expression' },
    })
    expect(await errorOf(client.fetch('*[_id == $id]'))).toMatchObject({ statusCode: 400 })
  })

  it('returns sync tags', async () => {
    const { syncTags } = await client.fetch(
      titles,
      { type: own('post') },
      { filterResponse: false },
    )
    expect(syncTags?.length).toBeGreaterThan(0)
    for (const tag of syncTags ?? []) expect(tag).toMatch(/^s1:/)
  })
})

describe('a document', () => {
  it('is returned as stored', async () => {
    expect(await client.getDocument(`drafts.${own('3')}`)).toMatchObject({
      _id: `drafts.${own('3')}`,
      title: 'Three',
      _rev: expect.any(String),
      _createdAt: expect.any(String),
      _updatedAt: expect.any(String),
    })
    expect(await client.getDocument(own('nobody'))).toBeUndefined()
  })

  it('is null in a list of documents if it is missing', async () => {
    const ids = [own('2'), own('nobody'), own('1')]
    const found = await client.getDocuments(ids)
    expect(found.map((document) => document?._id)).toEqual([own('2'), undefined, own('1')])
  })
})
