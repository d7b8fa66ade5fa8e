import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf } from '../testing/lake-fixture.ts'
import { openSubject, type Subject } from './subject.ts'

let subject: Subject
let client: SanityClient
let own: Subject['own']

beforeAll(async () => {
  subject = await openSubject()
  own = subject.own
  client = subject.client()
  const block = (text: string) => ({
    _type: 'block',
    _key: 'a',
    children: [{ _type: 'span', _key: 'b', text }],
  })
  const rate = own('rate')
  await client
    .transaction()
    .create({
      _id: own('title'),
      _type: rate,
      title: 'Payments in escrow',
      body: [block('A fee.')],
    })
    .create({
      _id: own('body'),
      _type: rate,
      title: 'Fees',
      body: [block('Payments, paid in escrow')],
    })
    .create({
      _id: own('often'),
      _type: rate,
      title: 'Terms',
      body: [block('Escrow, escrow, payments')],
    })
    .create({ _id: own('one'), _type: rate, title: 'Payments', body: [block('Nothing else')] })
    .create({ _id: own('other'), _type: own('other'), title: 'Escrow of payments' })
    .create({
      _id: own('user'),
      _type: rate,
      title: 'Related',
      to: { _type: 'reference', _ref: own('one') },
    })
    .commit()
})
afterAll(() => subject.close())

/** The query of a Studio's search, with the words in the title counting ten times. */
const STUDIO_SEARCH = `// findability-mvi:5
*[_type in $__types] | score(boost(_type in ["TYPE"] && title match text::query($__query), 10), ([@, _id] match text::query($__query) || references($__rawQuery))) [_score > 0] {_type, _id, _originalId, "orderings": [_score, _updatedAt]} | order(orderings[0] desc,orderings[1] desc) [0...$__limit]`

async function search(__query: string, __rawQuery = __query): Promise<string[]> {
  const query = STUDIO_SEARCH.replace('TYPE', own('rate'))
  const params = { __types: [own('rate')], __query, __rawQuery, __limit: 20 }
  const found = await client.fetch<{ _id: string; orderings: [number, string] }[]>(query, params)
  for (const { orderings } of found) expect(orderings[0]).toBeGreaterThan(0)
  return found.map(({ _id }) => _id)
}

const named = (...names: string[]) => names.map((name) => own(name))

describe("a Studio's search", () => {
  it('finds documents with all words, those with the words in the title first', async () => {
    expect(await search('escrow paym*')).toEqual(named('title', 'often', 'body'))
  })

  it('finds whole words unless they end with *', async () => {
    expect(await search('paym')).toEqual([])
    expect((await search('PAYM*')).sort()).toEqual(named('body', 'often', 'one', 'title'))
  })

  it('finds phrases and leaves out excluded words', async () => {
    expect(await search('"in escrow"')).toEqual(named('title', 'body'))
    expect(await search('payments -escrow')).toEqual(named('one'))
    expect(await search('payments -"in escrow"')).toEqual(named('one', 'often'))
  })

  it('uses the first 50 words of a long search', async () => {
    const words = 'escrow '.repeat(50)
    expect(await search(`${words.slice(7)} nowhere`)).toEqual([])
    expect(await search(`${words} nowhere`)).toEqual(await search('escrow'))
  })

  it('finds all documents of the types for an empty search, and those that refer to an id', async () => {
    expect(await search('*', '')).toHaveLength(5)
    expect(await search('absent*', own('one'))).toEqual(named('user'))
  })

  it('sorts by an attribute instead of the score', async () => {
    const query = `*[_type in $__types && ([@, _id] match text::query($__query) || references($__rawQuery))] {_type, _id, _originalId, "orderings": [title]} | order(lower(orderings[0]) asc) [0...$__limit]`
    const params = { __types: [own('rate')], __query: 'escrow*', __rawQuery: 'escrow', __limit: 2 }
    const found = await client.fetch<{ _id: string }[]>(query, params)
    expect(found.map(({ _id }) => _id)).toEqual(named('body', 'title'))
  })

  it('resolves references to documents with the words', async () => {
    const query = `*[(_type == "${own('rate')}" && pt::text(body) match text::query($__query))][0...1000]._id`
    expect(await client.fetch(query, { __query: 'escrow' })).toHaveLength(2)
  })
})

describe('texts in other scripts', () => {
  const find = (query: string, params = {}) =>
    client.fetch<string[]>(`*[_type == "${own('name')}" && ${query}`, params)
  const composed = 'José'
  const decomposed = composed.normalize('NFD')

  beforeAll(async () => {
    const names = { composed, decomposed, vowels: 'مُحَمَّد', emoji: '😀 last', ligature: 'ﬀ first' }
    const transaction = client.transaction()
    for (const [id, name] of Object.entries(names)) {
      transaction.create({ _id: own(id), _type: own('name'), name })
    }
    await transaction.commit()
  })

  it('are found however their letters are encoded', async () => {
    for (const word of [composed, decomposed]) {
      const params = { word }
      for (const match of [
        'name match $word',
        'name match text::query($word)',
        '[name] match [$word]',
      ]) {
        const found = await find(`${match}]|order(_id)._id`, params)
        expect(found, match).toEqual(named('composed', 'decomposed'))
      }
      expect(await find(`"${word}" match name]|order(_id)._id`)).toEqual(
        named('composed', 'decomposed'),
      )
    }
  })

  it('are found in a search without their marks', async () => {
    for (const [word, ids] of [
      ['jose', ['composed', 'decomposed']],
      ['محمد', ['vowels']],
    ] as const) {
      const found = await find('name match text::query($word)]|order(_id)._id', { word })
      expect(found).toEqual(named(...ids))
    }
  })

  it('are sorted and compared by code points', async () => {
    const ids = named('ligature', 'emoji')
    const of = { ids }
    expect(await find('_id in $ids]|order(name)._id', of)).toEqual(ids)
    expect(await find('_id in $ids]|order(name)[0..1]._id', of)).toEqual(ids)
    expect(await find('_id in $ids]|order(lower(name) desc)._id', of)).toEqual(ids.toReversed())
    expect(await find('_id in $ids && name > "ﬀ z"]._id', of)).toEqual(named('emoji'))
    expect(await find('_id in $ids && name < $text]._id', { ...of, text: '😀' })).toEqual(
      named('ligature'),
    )
  })
})

it('accepts text::query only for match', async () => {
  expect(await errorOf(client.fetch('*[text::query("a")]'))).toMatchObject({ statusCode: 400 })
})

it('scores only documents', async () => {
  for (const query of ['*{title} | score(title == "a")', '*[0] | score(title == "a")']) {
    expect(await errorOf(client.fetch(query))).toMatchObject({ statusCode: 400 })
  }
})
