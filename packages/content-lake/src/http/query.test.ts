import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf, type LakeFixture, startLake } from '../testing/lake-fixture.ts'

let fixture: LakeFixture
let client: SanityClient
let visitor: SanityClient

beforeAll(async () => {
  fixture = await startLake({ publicContent: true })
  client = fixture.client()
  visitor = fixture.visitor()
  await client
    .transaction()
    .create({ _id: 'author-1', _type: 'author', name: 'Maryam' })
    .create({ _id: 'post-1', _type: 'post', title: 'One', author: { _ref: 'author-1' } })
    .create({ _id: 'post-2', _type: 'post', title: 'Two' })
    .create({ _id: 'drafts.post-2', _type: 'post', title: 'Two, edited' })
    .create({ _id: 'drafts.post-3', _type: 'post', title: 'Three' })
    .create({ _id: 'versions.summer.post-1', _type: 'post', title: 'One in summer' })
    .create({ _id: 'internal.note', _type: 'post', title: 'For staff' })
    .commit()
})
afterAll(() => fixture.close())

describe('queries', () => {
  it('return 400 if they cannot be evaluated', async () => {
    expect(await errorOf(client.fetch('*[text::semanticSimilarity("x")]'))).toMatchObject({
      statusCode: 400,
      details: { type: 'queryError' },
    })
    expect(await errorOf(client.fetch('*', { hasOwnProperty: 1 }))).toMatchObject({
      statusCode: 400,
    })
  })

  it('find a path in a path', async () => {
    expect(await client.fetch('[path("a.b") in path("a.*"), path("b") in path("a.*")]')).toEqual([
      true,
      false,
    ])
    const texts = '*[path(_id) in path(*[_id == "post-2"][0]._id)]._id'
    expect(await client.fetch(texts)).toEqual(['post-2'])
  })

  it('can declare functions and compare documents', async () => {
    const card =
      'fn site::card($post) = $post->{title}; fn site::cards($posts) = $posts[]{"of": site::card(author)};'
    expect(await client.fetch(`${card} site::cards(*[_id == "post-1"])`)).toEqual([
      { of: { title: null } },
    ])
    const edited = `*[_id == "post-2" && diff::changedAny(@, *[_id == "drafts.post-2"][0], $selector)]._id`
    const raw = fixture.client({ perspective: 'raw' })
    expect(await raw.fetch(edited.replace('$selector', '(title, n)'))).toEqual(['post-2'])
    expect(await raw.fetch(edited.replace('$selector', '_type'))).toEqual([])
    const mapped = { resultSourceMap: 'withKeyArraySelector', filterResponse: false } as const
    const query = '*[_id == "post-2"]{title, "same": !diff::changedAny(@, @, title)}'
    expect(await client.fetch(query, {}, mapped)).toMatchObject({
      result: [{ title: 'Two', same: true }],
      resultSourceMap: { documents: [{ _id: 'post-2' }] },
    })
  })

  it('are rejected if they are too long', async () => {
    const long = `[${'1,'.repeat(50_000)}1]`
    expect(await errorOf(client.fetch(long))).toMatchObject({ statusCode: 400 })
  })

  it('can have an expression with many operators', async () => {
    expect(await visitor.fetch(`[${Array(20).fill('1').join(' + ')}]`)).toEqual([20])
    const texts = `*[_id == "post-1"][0]{"x": ${Array(20).fill('title').join(' + "-" + ')}}`
    expect(await visitor.fetch(texts)).toEqual({ x: Array(20).fill('One').join('-') })
  })
})
