import type { SanityDocument } from 'sanity'
import { describe, expect, it } from 'vitest'
import { checkRelation } from '../../schemas/translatable.ts'
import { type Content, rowsOf } from './states.ts'

const page = (_id: string, day: number, language?: string) =>
  ({
    ...{ _id, _type: 'page', _updatedAt: `2027-01-0${day}T00:00:00Z`, language },
  }) as unknown as SanityDocument

const list = (...entries: [string, string][]) => ({
  original: entries.find(([language]) => language === 'en')?.[1] ?? null,
  entries: entries.map(([language, id]) => ({ language, id })),
})

const lists = [list(['en', 'a'], ['ar', 'a-ar'])]

const states = (documents: SanityDocument[], content: Partial<Content> = { lists }) =>
  rowsOf({ documents, lists: [], ...content }, 'ar').map(
    ({ original, translation, state, note = '' }) =>
      [(translation ?? original)?._id, state, note].join(' ').trim(),
  )

describe('rowsOf', () => {
  it.each([
    ['without a translation', [], 'a missing'],
    [
      'with a draft only',
      [page('drafts.a-ar', 3, 'ar')],
      'drafts.a-ar missing Not published yet: a draft',
    ],
    [
      'with a translation in a release only',
      [page('versions.r1.a-ar', 3, 'ar')],
      'versions.r1.a-ar missing Not published yet: in a release',
    ],
    ['published later than the original', [page('a-ar', 3, 'ar')], 'a-ar ready'],
    ['published at the same time', [page('a-ar', 2, 'ar')], 'a-ar ready'],
    ['published before the original', [page('a-ar', 1, 'ar')], 'a-ar outdated'],
    [
      'with newer changes',
      [page('a-ar', 1, 'ar'), page('versions.r1.a-ar', 1, 'ar'), page('drafts.a-ar', 3, 'ar')],
      'drafts.a-ar outdated Has unpublished changes',
    ],
  ])('an original %s', (_, translations, row) => {
    expect(states([page('a', 2), ...translations])).toEqual([row])
  })

  it('does not count unpublished versions of an original as a change', () => {
    const documents = [page('a', 1), page('drafts.a', 5), page('versions.r1.a', 5)]
    expect(states([...documents, page('a-ar', 2, 'ar')])).toEqual(['a-ar ready'])
  })

  it('lists a second translation, and translations without an original', () => {
    const translations = [page('a-ar', 3, 'ar'), page('other', 3, 'ar'), page('lost', 3, 'ar')]
    const both = [...lists, list(['en', 'a'], ['ar', 'other']), list(['en', 'b'], ['ar', 'lost'])]
    expect(states([page('a', 2), ...translations], { lists: both })).toEqual([
      expect.stringMatching(/^other problem Its original has another translation/),
      expect.stringMatching(/^lost problem Its list of translations lacks the original/),
      'a-ar ready',
    ])
  })

  it('uses the first list of an original only, as the site does', () => {
    const both = [list(['en', 'a'], ['es', 'a-es']), list(['en', 'a'], ['ar', 'a-ar'])]
    expect(states([page('a', 2), page('a-ar', 3, 'ar')], { lists: both })).toEqual([
      expect.stringMatching(/^a-ar problem .* select “Create” there/),
      'a missing',
    ])
  })

  it('does not count a document in another language as a translation', () => {
    const broken = [list(['en', 'a'], ['ar', 'a'])]
    expect(states([page('a', 2)], { lists: broken })).toEqual(['a missing'])
  })

  it('accepts incomplete lists', () => {
    const broken = [
      { original: null, entries: null },
      { original: 'a', entries: [{ language: null, id: 'a' }] },
    ]
    expect(states([page('a', 2)], { lists: broken })).toEqual(['a missing'])
  })
})

describe('checkRelation', () => {
  const check = (language: string | undefined, related: object[] | Error) => {
    const fetch = async () => {
      if (related instanceof Error) throw related
      return related
    }
    return checkRelation(language, {
      document: page('drafts.a-ar', 1, 'ar'),
      getClient: () => ({ fetch }) as never,
    })
  }
  const original = { id: 'a', language: null }
  const arabic = { id: 'a-ar', language: 'ar' }

  it('accepts originals, and the only translation to a language', async () => {
    expect(await check(undefined, [])).toBe(true)
    expect(await check('ar', [original, arabic, { id: 'a-es', language: 'es' }])).toBe(true)
    expect(await check('ar', new Error('unreachable'))).toBe(true)
  })

  it('rejects a second translation, and a translation without an original', async () => {
    expect(await check('ar', [original, arabic, { id: 'b', language: 'ar' }])).toMatch('another')
    expect(await check('ar', [arabic])).toMatch('lacks the original')
    expect(await check('ar', [])).toMatch('lacks the original')
  })
})
