import { evaluateSync, parse, toJS } from 'groq-js'
import { describe, expect, it } from 'vitest'
import type { SanityDocument } from '../documents/document.ts'
import { View, Views } from '../documents/view.ts'
import { PROGRAM_LIMITS } from './limits.ts'
import { runQuery } from './query.ts'
import { originOf, SEPARATOR, taggedView } from './tagged-view.ts'
import { untagged } from './untagged.ts'

const TYPES = ['post', 'author', 'tag']

function document(index: number): SanityDocument {
  const type = TYPES[index % 3] ?? 'post'
  const _id = `${type}-${String(index).padStart(3, '0')}`
  const moment = new Date(1_700_000_000_000 + index * 1000).toISOString()
  return {
    _id,
    _type: type,
    _rev: 'r',
    _createdAt: moment,
    _updatedAt: moment,
    title: `${type} number ${index}`,
    rank: (index * 7) % 11,
    ...(type === 'post' && {
      author: {
        _type: 'reference',
        _ref: `author-${String((index % 9) * 3 + 1).padStart(3, '0')}`,
      },
      tags: [
        { _key: 'a', _ref: 'tag-002' },
        { _key: 'b', _ref: 'tag-missing' },
      ],
      body: [{ _type: 'block', children: [{ _type: 'span', text: `Words of ${index}` }] }],
      // Has the same shape as a node of a parsed query.
      type: 'Everything',
    }),
  }
}

const view = new View(Array.from({ length: 90 }, (_, index) => document(index)))
const params = { id: 'post-003', ids: ['post-009', 'author-001', 'nobody', 5, null], type: 'tag' }

const QUERIES = [
  '*',
  'count(*)',
  '*[0..3]._id',
  '*[_id == $id]',
  '*[$id == _id][0]',
  '*[_id == "nobody"]',
  '*[_id == $id && _type == "post"]{title}',
  '*[_id == $id && _type == "author"]',
  '*[_type == $type]._id',
  '*[_type == "post" && rank > 5] | order(rank desc, _id asc)[0...4]{_id, rank}',
  '*[_type == "post" || _type == "tag"]._id',
  '*[_type == "post" || rank == 3]._id',
  '*[_id in $ids]._id',
  '*[_id in ["tag-002", "post-000"]]._id',
  '*[_id in ["tag-002", $id]]._id',
  '*[_type in ["tag", "author"]]._id',
  '*[author->_type == "author"]._id',
  '*[author->_id == "author-001" && _type == "post"]._id',
  '*[_type in ["author"] && _type in ["tag"]]',
  '*[(_type == "post") && (rank == 0 || _id == "post-003")]._id',
  '*[!(_type == "post")]._id',
  '*[_type != "post"]._id',
  '*[_id in path("post-*")]._id',
  '*[_type == 5]',
  '*[_type == null]',
  '*[_id in null]',
  '*[_type == "post"][rank == 0]._id',
  '*[rank == 0][_type == "post"]._id',
  '(*)[_type == "tag"]._id',
  '*[_type == "post"]{_id, "writer": author->name, "title": author->title}[0..5]',
  '*[_type == "post"][0..2]{"tags": tags[]->title, "first": tags[0]->{_id, title}}',
  '*[_type == "author"]{_id, "posts": *[_type == "post" && author._ref == ^._id]._id}',
  '*[_type == "author"]{_id, "posts": count(*[references(^._id)])}',
  '*[_type == "post"][0..1]{"same": *[_id == ^._id][0].title, "all": count(*)}',
  '*[references("tag-002")]._id',
  '*[_type == "post" && references($id)]',
  '*[references($ids)]._id',
  '*[references("tag-002", $ids) && !(_id in $ids)]._id',
  '*[references("tag-002") && references("author-001")]._id',
  '*[references("author-004") || references("author-001")]._id',
  '*[references("author-004") || _type == "tag"]._id',
  '*[!references("tag-002")]._id',
  '*[references([])]',
  '*[references(null) && _id == $id]',
  '*[_id == $id && references("tag-002")]._id',
  '*[_type == "post"][0]{"text": pt::text(body), "plain": body[].children[].text}',
  '*[title match "number 1*"]._id',
  '*[_type == "tag" && title match "tag"] | order(title desc)[0]',
  '*[_type == "post"] | score(rank > 5, boost(rank > 8, 2)) | order(_score desc, _id asc)[0..3]{_id, _score}',
  '*[_type == "post"][0..2]{"kind": select(rank > 5 => "high", rank > 2 => "mid", "low")}',
  '*[_type == "post"][0..2]{"x": coalesce(nothing, author->nothing, title)}',
  '*[_type == "post"] | order(author->title, rank){_id}[0..4]',
  '*[_type == "post"][0..2]{..., "author": @.author->{title}}',
  '*[_type == "post" && author->title match "author"]._id',
  '*[_type == "post" && (author->rank in [1, 3, 5])]._id',
  '{"posts": count(*[_type == "post"]), "one": *[_id == $id][0].title, "rest": [...*[_type == "tag"][0..1]._id, "x"]}',
  '*[_type == "post"][].tags[]._ref',
  '*[_type == "post"].tags[_key == "a"]->title',
  'array::unique(*[].rank)',
  'math::sum(*[_type == "tag"].rank)',
  '*[dateTime(_createdAt) > dateTime("2023-11-14T22:14:00Z") && _type == "tag"]._id',
  '*[_type == "post"][0]{"when": dateTime(_createdAt) + 60}',
  '*[@._type == "tag"]._id',
  '*[_type == "post"][0..1]{"in": *[_type == "tag" && _id in ^.tags[]._ref]._id}',
  '*[_type == "author"][0..2]{"rank": rank, "peers": *[_type == "author" && rank == ^.rank && _id != ^._id]._id}',
]

describe('a query that starts from an index', () => {
  it.each(QUERIES)('has the same result as without the index: %s', (query) => {
    const whole = toJS(evaluateSync(parse(query, { params }), { dataset: view.documents, params }))
    const context = { perspective: 'raw', identity: 'me', projectId: 'p', dataset: 'd' } as const
    const narrowed = runQuery(query, params, { ...context, view, limits: PROGRAM_LIMITS })
    expect(JSON.stringify(narrowed.result)).toBe(JSON.stringify(whole ?? null))
  })
})

describe('a query for references', () => {
  const context = { perspective: ['drafts'], identity: 'me', projectId: 'p', dataset: 'd' } as const
  const post = { ...document(0), _id: 'post', author: { _ref: 'author' }, tags: [] }

  it('sees the current references after changes', () => {
    const stored = new Map<string, SanityDocument>([['post', post]])
    const views = new Views(stored)
    const found = (id: string) => {
      const options = { ...context, view: views.of(['drafts']), limits: PROGRAM_LIMITS }
      return runQuery('*[references($id)]._id', { id }, options).result
    }
    expect(found('author')).toEqual(['post'])
    stored.set('drafts.post', { ...post, _id: 'drafts.post', author: { _ref: 'other' } })
    views.update([{ id: 'drafts.post' }])
    expect([found('author'), found('other')]).toEqual([[], ['post']])
    stored.delete('drafts.post')
    stored.delete('post')
    views.update([{ id: 'drafts.post' }, { id: 'post' }])
    expect([found('author'), found('other')]).toEqual([[], []])
  })

  it('depends on its types, or on all documents', () => {
    const options = { ...context, view, limits: PROGRAM_LIMITS }
    const tags = (query: string) => runQuery(query, {}, options).syncTags
    const ofType = tags('*[_type == "post"]')
    expect(tags('*[_type == "post" && references("tag-002")]')).toEqual(ofType)
    expect(tags('*[references("tag-002") && _type == "post"]')).toEqual(ofType)
    expect(tags('*[references("tag-002")]')).toEqual(tags('*'))
  })
})

describe('over tagged documents', () => {
  const documents = taggedView(view).show(view.documents)

  it.each(QUERIES)('a query has the same result: %s', (query) => {
    const tree = parse(query, { params })
    const plain = toJS(evaluateSync(tree, { dataset: view.documents, params }))
    const found = toJS(evaluateSync(untagged(tree, SEPARATOR), { dataset: documents, params }))
    const withoutTags = JSON.stringify(found ?? null, (_name, value) =>
      typeof value === 'string' ? (originOf(value)?.text ?? value) : value,
    )
    expect(withoutTags).toBe(JSON.stringify(plain ?? null))
  })
})
