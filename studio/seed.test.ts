import { readFileSync } from 'node:fs'
import { schemaTypes, singletonTypes } from 'halvi-schemas'
import * as addresses from 'halvi-site/addresses'
import { siteWords } from 'halvi-site/words/words'
import { createSchema, type SanityDocument, validateDocument, type Workspace } from 'sanity'
import { describe, expect, it } from 'vitest'
import { sections } from '../tests/section-content.ts'
import { textsOf } from './translations/translation.ts'

const documents = readFileSync(new URL('../seed/data.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): SanityDocument => JSON.parse(line))
  // The plugin for translations has this type.
  .filter(({ _type }) => _type !== 'translation.metadata')

const schema = createSchema({ name: 'default', types: schemaTypes(addresses, siteWords) })

const ids = new Set(documents.map((document) => document._id))

/** Returns a fake client. It answers the queries of validation: other translations, and is this slug unused? */
const getClient = () => ({
  fetch: async (query: string, { docType, slug, published }: Record<string, string>) =>
    query.includes('translation.metadata')
      ? [{ id: 'original', language: null }]
      : !documents.some(
          (document) =>
            document._type === docType &&
            document._id !== published &&
            (document.slug as { current: string } | undefined)?.current === slug,
        ),
  withConfig: getClient,
})

/** Returns the problems that the Studio would show for a document, each with its path. */
async function problems(document: SanityDocument, client: () => unknown = getClient) {
  const markers = await validateDocument({
    document,
    workspace: { schema, getClient: client } as unknown as Workspace,
    getDocumentExists: async ({ id }) => ids.has(id),
    // With 'cli', validation also reports fields that are not in the schema.
    environment: 'cli',
  })
  return markers.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('schema', () => {
  it('compiles without problems', () => {
    expect(schema._validation?.flatMap((group) => group.problems)).toEqual([])
  })
})

/** The seed has no real phone number. Staff enter it before the launch. */
const placeholder = /^contact\.phone\.number: This is a fictional/

describe('seed', () => {
  it.each(documents)('has a publishable $_id', async (document) => {
    const found = await problems(document)
    expect(found.filter((problem) => !placeholder.test(problem))).toEqual([])
  })

  it('has a fictional phone number, which the Studio warns about', async () => {
    const settings = documents.find(({ _id }) => _id === 'siteSettings') as SanityDocument
    expect(await problems(settings)).toEqual([expect.stringMatching(placeholder)])
  })

  it('has each singleton exactly once, with its type as the id', () => {
    for (const type of singletonTypes) {
      const found = documents.filter(
        (document) => document._type === type && document.language === undefined,
      )
      expect(found.map((document) => document._id)).toEqual([type])
    }
  })
})

describe('shared fields', () => {
  /** A client for which each translation has its original. */
  const client = (): unknown => ({
    fetch: async () => [{ id: 'original', language: null }],
    withConfig: client,
  })
  const translated = documents.filter(({ _type }) => _type !== 'redirect' && _type !== 'words')

  it.each(translated)('are not required in a translation of $_id', async (original) => {
    const texts = textsOf(original, schema, original._type)
    const ids = { _id: 'translation', _type: original._type, language: 'ar' }
    const found = await problems({ ...texts, ...ids } as never, client)
    expect(found.filter((problem) => !placeholder.test(problem))).toEqual([])
  })

  it.each([
    ['siteSettings', 'name'],
    ['branch-local', 'order'],
    ['legal-terms', 'slug'],
    ['legal-terms', 'lastUpdated'],
  ])('are required in the original %s: %s', async (id, name) => {
    const { [name]: _, ...document } = documents.find((one) => one._id === id) as SanityDocument
    expect(await problems(document as SanityDocument)).toContainEqual(
      expect.stringMatching(new RegExp(`^${name}: `)),
    )
  })
})

describe('validation', () => {
  const find = (id: string) => {
    const document = documents.find((candidate) => candidate._id === id)
    if (!document) throw new Error(`The seed has no ${id}`)
    return structuredClone(document)
  }

  it.each([
    ['branch-local', { commission: { low: 12, high: 10 } }, /must not exceed/],
    ['branch-local', { commission: { low: 5, high: 101 } }, /between 0 and 100/],
    ['branch-local', { name: undefined }, /Name is required/],
    ['service-local', { slug: { _type: 'slug', current: 'mall' } }, /slug/i],
    ['service-local', { branch: { _type: 'reference', _ref: 'branch-none' } }, /branch/],
    ['service-local', { surprise: true }, /surprise/],
    ['siteSettings', { partnerAppUrl: 'http://halvi.com' }, /https:\/\//],
    ['siteSettings', { partnerAppUrl: '/waitlist' }, /https:\/\//],
    ['program-challenge', { challenge: { timeZone: 'CST' } }, /isn’t a time zone/],
    ['business-seller', { sections: steps(0) }, /exactly 4/],
    ['business-seller', { sections: steps(3) }, /exactly 4/],
    ['business-seller', { sections: steps(5) }, /exactly 4/],
    ['business-seller', { slug: campaign, sections: steps(1) }, /2 to 6/],
    ['business-seller', { slug: campaign, sections: steps(7) }, /2 to 6/],
    ['helpCentre', { resources: [] }, /exactly 3/],
    ['confirmationPage', { next: { title: 'Next', steps: entries(1) } }, /2 to 6/],
    ['legal-terms', { lastUpdated: 'April 9' }, /date/i],
  ])('rejects %s with %o', async (id, change, message) => {
    const found = await problems({ ...find(id), ...change } as SanityDocument)
    expect(found.join('\n')).toMatch(message)
  })

  it.each([2, 3, 4, 5, 6])('accepts %d key features on a new page', async (count) => {
    const change = { slug: campaign, sections: steps(count) }
    expect(await problems({ ...find('business-seller'), ...change } as SanityDocument)).toEqual([])
    const next = { _type: 'nextSteps', title: 'Next', steps: entries(count) }
    expect(await problems({ ...find('confirmationPage'), next } as SanityDocument)).toEqual([])
  })
})

describe('a page built from sections', () => {
  const all = Object.entries(sections).map(([_key, section]) => ({ ...section, _key }))
  const page = (change: object = {}) =>
    ({
      ...{ _id: 'p', _type: 'page', title: 'Ramadan', sections: all },
      ...{ slug: { _type: 'slug', current: 'ramadan/2027' } },
      ...change,
    }) as unknown as SanityDocument
  // The assets of the test's images are not in the seed.
  const shown = async (document: SanityDocument) =>
    (await problems(document)).filter((problem) => !/asset/.test(problem))

  it('is valid with a section of each type, and without sections', async () => {
    expect(await shown(page())).toEqual([])
    expect(await shown(page({ sections: [] }))).toEqual([])
  })

  it.each([
    [
      '100 cards',
      { cards: Array.from({ length: 100 }, () => sections.cardsSection.cards[0]) },
      /2 to 6/,
    ],
    ['one card', { cards: [sections.cardsSection.cards[0]] }, /2 to 6/],
  ])('is invalid with %s', async (_, change, message) => {
    const section = { ...sections.cardsSection, ...change, _key: 'a' }
    expect((await shown(page({ sections: [section] }))).join()).toMatch(message)
  })
})

describe('validation without a connection', () => {
  const offline = () => ({ fetch: () => Promise.reject(new Error('offline')), withConfig: offline })

  it.each(documents.filter(({ slug }) => slug).slice(0, 5))(
    'reports no problem for $_id',
    async (document) => {
      expect(await problems(document, offline)).toEqual([])
    },
  )

  it('reports no problem for a redirect', async () => {
    const redirect = {
      _id: 'r',
      _type: 'redirect',
      from: '/a',
      destination: { _type: 'link', url: 'https://halvi.test/b' },
    } as unknown as SanityDocument
    expect(await problems(redirect, offline)).toEqual([])
  })
})

const campaign = { _type: 'slug', current: 'ramadan' }

/** Returns copies of the same key feature. */
function entries(count: number) {
  const [first] = documents.flatMap(({ _id, keyFeatures }) =>
    _id === 'service-local' ? (keyFeatures as object[]) : [],
  )
  return Array.from({ length: count }, (_, index) => ({ ...first, _key: `k${index}` }))
}

const steps = (count: number) => [
  { _type: 'stepsSection', _key: 's', steps: entries(count), numbered: false },
]
