import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LakeFixture, startLake } from '../testing/lake-fixture.ts'

let fixture: LakeFixture

beforeAll(async () => {
  fixture = await startLake({ publicContent: true })
  await fixture
    .client()
    .transaction()
    .create({ _id: 'author-1', _type: 'author', name: 'Maryam', slug: { current: 'maryam' } })
    .create({
      _id: 'post-1',
      _type: 'post',
      title: 'One',
      author: { _ref: 'author-1' },
      tags: ['a', 'b'],
      body: [
        {
          _type: 'block',
          _key: "it's",
          style: 'normal',
          markDefs: [],
          children: [{ _type: 'span', _key: 's1', text: 'Words', marks: [] }],
        },
      ],
    })
    .create({ _id: 'drafts.post-1', _type: 'post', title: 'One, edited', tags: ['a', 'b'] })
    .commit()
})
afterAll(() => fixture.close())

/** Returns the origin of each string in a query's result, as `id path`. */
async function origins(query: string, perspective: 'published' | 'drafts' = 'published') {
  const { result, resultSourceMap: map } = await fixture
    .client()
    .fetch(
      query,
      {},
      { filterResponse: false, resultSourceMap: 'withKeyArraySelector', perspective },
    )
  const sources = Object.entries(map?.mappings ?? {}).map(([path, { source }]) => {
    if (source.type !== 'documentValue') throw new Error(`unknown source of ${path}`)
    return [path, `${map?.documents[source.document]?._id} ${map?.paths[source.path]}`]
  })
  return { result, sources: Object.fromEntries(sources) }
}

describe('a content source map', () => {
  it('follows references, projections, and fallbacks', async () => {
    const query = `*[_type == "post" && author->slug.current == "maryam"][0]{
      "headline": coalesce(subtitle, title), "writer": author->name
    }`
    expect(await origins(query)).toEqual({
      result: { headline: 'One', writer: 'Maryam' },
      sources: { "$['headline']": "post-1 $['title']", "$['writer']": "author-1 $['name']" },
    })
  })

  it('identifies items by key, or by index if they have no key', async () => {
    expect((await origins('*[_id == "post-1"][0]{body, tags}')).sources).toEqual({
      "$['body'][0]['style']": "post-1 $['body'][?(@._key=='it\\'s')]['style']",
      "$['body'][0]['children'][0]['text']":
        "post-1 $['body'][?(@._key=='it\\'s')]['children'][?(@._key=='s1')]['text']",
      "$['tags'][0]": "post-1 $['tags'][0]",
      "$['tags'][1]": "post-1 $['tags'][1]",
    })
  })

  it('distinguishes a draft from the published document', async () => {
    expect(await origins('*[_id == "post-1"][0].title', 'drafts')).toEqual({
      result: 'One, edited',
      sources: { $: "drafts.post-1 $['title']" },
    })
  })

  it('does not map strings that the query has concatenated', async () => {
    const query = '*[_id == "post-1"][0]{"a": title + "!", "b": array::join(tags, ", "), "c": "x"}'
    expect(await origins(query)).toEqual({ result: { a: 'One!', b: 'a, b', c: 'x' }, sources: {} })
  })

  it('is not returned to anonymous clients, nor unless it is requested', async () => {
    const asked = { filterResponse: false, resultSourceMap: true } as const
    const query = '*[_id == "post-1"][0].title'
    expect(await fixture.visitor().fetch(query, {}, asked)).not.toHaveProperty('resultSourceMap')
    const plain = await fixture.client().fetch(query, {}, { filterResponse: false })
    expect(plain).not.toHaveProperty('resultSourceMap')
  })
})
