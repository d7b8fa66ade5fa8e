import type { SanityDocument } from 'sanity'
import { describe, expect, it } from 'vitest'
import { checkRelation } from '../../schemas/translatable.ts'
import { type Content, rowsOf } from './states.ts'
import { textsOf } from './translation.ts'

const page = (_id: string, day: number, language?: string) =>
  ({
    ...{ _id, _type: 'page', _updatedAt: `2027-01-0${day}T00:00:00Z`, language },
  }) as unknown as SanityDocument

const list = (...entries: [string, string][]) => ({
  entries: entries.map(([language, id]) => ({ language, id })),
})

const states = (content: Partial<Content>) =>
  rowsOf({ originals: [], translations: [], metadata: [], ...content }, 'ar').map(
    ({ document, state, note }) => [document._id, state, note ?? ''].join(' ').trim(),
  )

describe('rowsOf', () => {
  const metadata = [list(['en', 'a'], ['ar', 'a-ar'])]

  it.each([
    ['without a translation', [], 'a missing'],
    ['with a draft only', [page('drafts.a-ar', 3, 'ar')], 'drafts.a-ar missing Draft'],
    ['published later than the original', [page('a-ar', 3, 'ar')], 'a-ar ready'],
    ['published at the same time', [page('a-ar', 2, 'ar')], 'a-ar ready'],
    ['published before the original', [page('a-ar', 1, 'ar')], 'a-ar outdated'],
    [
      'with newer changes',
      [page('a-ar', 1, 'ar'), page('drafts.a-ar', 3, 'ar')],
      'drafts.a-ar outdated Unpublished changes',
    ],
  ])('an original %s', (_, translations, row) => {
    expect(states({ originals: [page('a', 2)], translations, metadata })).toEqual([row])
  })

  it('does not count the drafts of an original as a change', () => {
    const originals = [page('a', 1), page('drafts.a', 5)]
    expect(states({ originals, translations: [page('a-ar', 2, 'ar')], metadata })).toEqual([
      'a-ar ready',
    ])
  })

  it('shows two translations to one language, and translations without an original', () => {
    const translations = [page('a-ar', 3, 'ar'), page('other', 3, 'ar'), page('lost', 3, 'ar')]
    const both = [
      ...metadata,
      list(['en', 'a'], ['ar', 'other']),
      list(['en', 'b'], ['ar', 'lost']),
    ]
    const rows = states({ originals: [page('a', 2)], translations, metadata: both })
    expect(rows).toEqual([
      expect.stringMatching(/^lost outdated Its original was deleted/),
      expect.stringMatching(/^a-ar ready Has several translations/),
    ])
  })

  it('accepts incomplete lists', () => {
    const broken = [{ entries: null }, { entries: [{ language: null, id: 'a' }] }]
    expect(states({ originals: [page('a', 2)], metadata: broken })).toEqual(['a missing'])
  })
})

it('compares texts without keys, and in any order of the fields', () => {
  const block = { _type: 'block', _key: '1', children: [{ _key: '2', text: 'Halal' }] }
  expect(textsOf({ _id: 'a', title: 'One', body: [block] })).toEqual(
    textsOf({ body: [{ ...block, _key: '3' }], title: 'One', order: 4 }),
  )
  expect(textsOf({ title: 'One' })).not.toEqual(textsOf({ title: 'Two' }))
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
  const original = { _id: 'a', language: null }
  const arabic = { _id: 'a-ar', language: 'ar' }

  it('accepts originals, and the only translation to a language', async () => {
    expect(await check(undefined, [])).toBe(true)
    expect(await check('ar', [original, arabic, { _id: 'a-es', language: 'es' }])).toBe(true)
    expect(await check('ar', new Error('unreachable'))).toBe(true)
  })

  it('rejects a second translation, and a translation without an original', async () => {
    expect(await check('ar', [original, arabic, { _id: 'b', language: 'ar' }])).toMatch('another')
    expect(await check('ar', [arabic])).toMatch('was deleted')
    expect(await check('ar', [])).toMatch('was deleted')
  })
})
