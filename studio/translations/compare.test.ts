import { readFileSync } from 'node:fs'
import { schemaTypes } from 'halvi-schemas'
import * as addresses from 'halvi-site/addresses'
import { siteWords } from 'halvi-site/words/words'
import { createSchema, pathToString } from 'sanity'
import { describe, expect, it } from 'vitest'
import { checkTexts } from './check-texts.ts'
import { changedPictures, compare } from './compare.ts'
import { textsOf } from './translation.ts'

const schema = createSchema({ name: 'default', types: schemaTypes(addresses, siteWords) })
const type = schema.get('page')

const span = (text: string) => ({ _type: 'span', _key: 's', marks: [], text })
const block = (_key: string, ...children: object[]) => ({ _type: 'block', _key, children })
const figure = (alt: string, asset?: string) => ({
  ...{ _type: 'figure', alt, crop: { left: 0.1 } },
  ...(asset && { asset: { _type: 'reference', _ref: asset } }),
})
const fact = {
  _type: 'commissionRange',
  _key: 'f',
  branch: { _type: 'reference', _ref: 'branch-local' },
}
const link = { _type: 'link', page: { _type: 'reference', _ref: 'a-page-for-tests' } }
const table = {
  ...{ _type: 'table', _key: 't', caption: 'Fees by plan' },
  rows: [{ _type: 'tableRow', _key: 'r', cells: ['Plan', 'First year of sales'] }],
}
const card = { _key: 'x', _type: 'linkCard', title: 'Halvi Local', text: 'Sell in your city.' }
const english = {
  ...{ _id: 'a', _type: 'page', title: 'A summer sale', slug: { current: 'a-summer-sale' } },
  sections: [
    {
      _type: 'heroSection',
      _key: 'h',
      title: 'Eat well this summer',
      figure: figure('A bowl of soup', 'image-1'),
    },
    {
      _type: 'textSection',
      _key: 't',
      body: [block('p', span('You pay '), fact), block('q', span('No hidden fees.')), table],
    },
    { _type: 'cardsSection', _key: 'c', cards: [{ ...card, destination: link }] },
    {
      _type: 'quoteSection',
      _key: 'q',
      hidden: true,
      quotes: [{ _key: 'o', text: 'I like it a lot.' }],
    },
  ],
}
const paths = (all: ReturnType<typeof compare>['english']) => all.map(pathToString)

/** Returns a copy with other words in place of some texts. */
const replace = <Value>(value: Value, words: Record<string, string>): Value =>
  JSON.parse(
    Object.entries(words).reduce(
      (json, [from, to]) => json.replaceAll(from, to),
      JSON.stringify(value),
    ),
  )
const spanish = replace(english, {
  'A summer sale': 'Ofertas',
  'Eat well this summer': 'Coma bien',
  'A bowl of soup': 'Una sopa',
  'You pay ': 'Usted paga ',
  'No hidden fees.': 'Sin cargos ocultos.',
  'Fees by plan': 'Cargos',
  'First year of sales': 'Primer año',
  'Sell in your city.': 'Venda en su ciudad.',
})

describe('compare', () => {
  it('finds no English text in a translation, in spite of facts, links, addresses, and names', () => {
    expect(compare(type, english, spanish)).toMatchObject({ english: [], changed: [] })
  })

  it('finds all English texts: fields, blocks, cells, cards, and alternative texts', () => {
    expect(paths(compare(type, english, english).english)).toEqual([
      'title',
      'sections[_key=="h"].title',
      'sections[_key=="h"].figure.alt',
      'sections[_key=="t"].body[_key=="p"]',
      'sections[_key=="t"].body[_key=="q"]',
      'sections[_key=="t"].body[_key=="t"].caption',
      'sections[_key=="t"].body[_key=="t"].rows[_key=="r"].cells[1]',
      'sections[_key=="c"].cards[_key=="x"].text',
    ])
  })

  it('finds changed texts, also where the translation lacks the section, but no changed facts', () => {
    const now = replace(english, { 'Sell in your city.': 'Sell at home.', 'image-1': 'image-2' })
    const added = { _type: 'quoteSection', _key: 'n', quotes: [{ _key: 'o', text: 'So good.' }] }
    const withFact = replace(
      { ...now, sections: [...now.sections, added] },
      { 'branch-local': 'branch-mall' },
    )
    const found = compare(type, withFact, spanish, english)
    expect(paths(found.changed)).toEqual(['sections[_key=="c"].cards[_key=="x"].text', 'sections'])
    // The picture of this translation is its own.
    expect(found.pictures).toEqual([])
    const withoutOwn = { ...spanish, ...textsOf(spanish, schema, 'page') }
    expect(JSON.stringify(withoutOwn)).not.toContain('image-1')
    expect(paths(compare(type, withFact, withoutOwn, english).pictures)).toEqual([
      'sections[_key=="h"].figure.alt',
    ])
  })

  it('finds a replaced picture with the same text', () => {
    const replaced = replace(english, { 'image-1': 'image-2' })
    expect(changedPictures(replaced, english).map(pathToString)).toEqual([
      'sections[_key=="h"].figure.alt',
    ])
    expect(changedPictures(replace(replaced, { 'A bowl of soup': 'A plate' }), english)).toEqual([])
    expect(changedPictures(english, english)).toEqual([])
  })
})

describe('checkTexts', () => {
  const check = (document: object, published: object | null, before?: object) => {
    const client = {
      getDocument: async () => published,
      fetch: async () => english,
      request: async () => ({ documents: [before] }),
      config: () => ({ dataset: 'test' }),
    }
    const context = { getClient: () => client, schema } as never
    return checkTexts(document as never, context)
  }

  it('counts the English texts of a translation, and marks each', async () => {
    const half = replace(spanish, { 'Coma bien': 'Eat well this summer' })
    const found = await check({ ...half, _id: 'drafts.a-es', language: 'es' }, null)
    expect(found).toEqual([
      { path: [], message: expect.stringMatching(/^1 of 1\d texts/) },
      { path: ['sections', { _key: 'h' }, 'title'], message: expect.any(String) },
    ])
  })

  it('marks changed English texts, and in originals replaced pictures', async () => {
    const before = replace(english, { 'Sell in your city.': 'Sell.' })
    const translation = { ...spanish, _id: 'a-es', language: 'es' }
    expect(await check(translation, translation, before)).toMatchObject([
      { path: ['sections', { _key: 'c' }, 'cards', { _key: 'x' }, 'text'] },
    ])
    const published = replace(english, { 'image-1': 'image-0' })
    expect(await check(english, published)).toMatchObject([
      { path: ['sections', { _key: 'h' }, 'figure', 'alt'] },
    ])
  })
})

const seed = new Map(
  readFileSync(new URL('../../seed/data.ndjson', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map((document) => [document._id, document]),
)
it('finds no English text in the translations of the seed', () => {
  const found = [...seed.values()].flatMap((document) => {
    const original = document.language && seed.get(document._id.replace(/-\w+$/, ''))
    if (!original) return []
    return paths(compare(schema.get(document._type), original, document).english).map(
      (path) => `${document._id}: ${path}`,
    )
  })
  expect(found).toEqual([])
})
