import { readFileSync } from 'node:fs'
import { evaluate, parse } from 'groq-js'
import { describe, expect, it } from 'vitest'
import { plainText } from '../../../app/components/text/plain-text.ts'
import { hrefOf, pageTypes } from '../../addresses.ts'
import { english, languageFrom } from '../../language/language.ts'
import { programs } from '../../pages.ts'
import type {
  AFFILIATES_QUERY_RESULT,
  FAQ_QUERY_RESULT,
  SETTINGS_QUERY_RESULT,
} from '../sanity.types.ts'
import { walk } from '../walk.ts'
import { ADDRESSES_QUERY } from './addresses.ts'
import { AFFILIATES_QUERY } from './affiliates.ts'
import {
  APPLY_QUERY,
  CONFIRMATION_QUERY,
  ONBOARDING_QUERY,
  WAITLIST_QUERY,
} from './applications.ts'
import { CALCULATOR_QUERY } from './calculator.ts'
import { FACTS_QUERY } from './facts.ts'
import { COMING_SOON_QUERY, LANDING_QUERY, NOT_FOUND_QUERY } from './home.ts'
import { BUSINESS_PAGE_QUERY } from './sections.ts'
import { SERVICE_QUERY } from './services.ts'
import { SETTINGS_QUERY } from './settings.ts'
import { CONTACT_QUERY, FAQ_QUERY, HELP_QUERY, LEGAL_QUERY } from './support.ts'

type Dataset = { _id: string; [field: string]: unknown }[]

/** The documents of the seed as they are after the import: images refer to assets. */
const seed = readSeed()

function readSeed(): Dataset {
  const imageIds = new Set<string>()
  const lines = readFileSync(new URL('../../../seed/data.ndjson', import.meta.url), 'utf8')
    .trimEnd()
    .replace(/"_sanityAsset":"image@file:[^"]*\/([\w-]+)\.webp"/g, (_, name: string) => {
      imageIds.add(name)
      return `"asset":{"_type":"reference","_ref":"${name}"}`
    })
    .split('\n')
  const metadata = { dimensions: { width: 780, height: 1688 } }
  return [
    ...lines.map((line) => ({ _updatedAt: '2025-04-12T00:00:00Z', ...JSON.parse(line) })),
    ...[...imageIds].map((_id) => ({ _id, _type: 'sanity.imageAsset', metadata })),
  ]
}

const now = Date.parse('2025-05-01T12:00:00Z')

async function ask(query: string, params: Record<string, unknown>, dataset = seed) {
  const value = await evaluate(parse(query, { params }), { dataset, params })
  return value.get()
}

async function run(query: string, given: Record<string, unknown> = {}, dataset = seed) {
  const params = { language: 'en', ...given }
  const facts = walk(FACTS_QUERY, await ask(FACTS_QUERY, params, dataset), now).value
  const result = await ask(query, params, dataset)
  const walked = walk(query, result, now, english, facts).value
  // Every value of the seed has the type that its schema requires.
  expect(walked).toEqual(walk('', result, now, english, facts).value)
  return walked
}

/** Returns the paths at which a result is null, with `*` for array indexes. */
function nulls(value: unknown, path = ''): string[] {
  if (value === null) return [path]
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, child]) =>
    nulls(child, `${path}.${Array.isArray(value) ? '*' : key}`),
  )
}

const each = (query: string, param: string, values: readonly string[], optional: string[]) =>
  values.map((value) => [value, query, { [param]: value }, optional] as const)

const seoImage = '.seo.image'
/** Fields that the landing page's screenshots lack, because other texts describe them. */
const landingImageFields = [
  '.screens.*.caption',
  '.sections.*.cards.*.screen._key',
  '.sections.*.cards.*.screen.caption',
  '.sections.*.quiet',
]

/** Fields that are not texts, or that no page shows as text: addresses, names, and data for search engines. */
const notTexts =
  /^(_.*|facts|identity|seo|path|url|href|email|slug|key|name|language|customInterest|knownInterests)$/

/** Returns the English texts of a result that have no marks. */
function unmarked(value: unknown, name = ''): string[] {
  if (typeof value === 'string') {
    const isEnglish =
      /[a-z]{3} [a-z]{2}/i.test(value) && !/[\u0600-\u06ff\ue000]|^Halvi \w+ ?$/.test(value)
    return isEnglish && !notTexts.test(name) ? [`${name}: ${value}`] : []
  }
  if (Array.isArray(value)) return value.flatMap((item) => unmarked(item, name))
  if (typeof value !== 'object' || value === null || notTexts.test(name)) return []
  return Object.entries(value).flatMap(([key, inner]) => unmarked(inner, key))
}

describe('queries over partly translated content', () => {
  const pages =
    /^(landing|comingSoon|notFound|waitlist|confirmation|onboarding|contact|faq|feature|service|calculator|affiliates|affiliateApply|legal)Page$|^helpCentre$/
  /** The Arabic pages, without translations of anything that they refer to. */
  const dataset = seed
    .filter(({ _type, language }) => language !== 'ar' || pages.test(String(_type)))
    .map((document) => {
      const { title, ...rest } = document
      return document._id === 'landingPage-ar' ? rest : document
    })

  it.each([
    ...[LANDING_QUERY, COMING_SOON_QUERY, WAITLIST_QUERY, CONFIRMATION_QUERY, ONBOARDING_QUERY],
    ...[HELP_QUERY, FAQ_QUERY, CONTACT_QUERY, CALCULATOR_QUERY, AFFILIATES_QUERY, SETTINGS_QUERY],
    ...[SERVICE_QUERY, BUSINESS_PAGE_QUERY, LEGAL_QUERY, APPLY_QUERY, FACTS_QUERY],
  ])('mark all English texts: %#', async (query) => {
    const params = { language: 'ar', key: 'challenge' }
    const slugs = query.includes('$slug') ? ['local', 'seller', 'commission', 'terms'] : ['']
    for (const slug of slugs) {
      const given = { ...params, slug }
      const language = languageFrom({ code: 'ar' })
      const facts = walk(FACTS_QUERY, await ask(FACTS_QUERY, given, dataset), now, language).value
      const result = await ask(query, given, dataset)
      const walked = walk(query, result, now, language, facts)
      expect(unmarked(walked.value)).toEqual([])
    }
  })
})

describe('queries over the seed', () => {
  it.each([
    [
      'settings',
      SETTINGS_QUERY,
      {},
      ['.logo', '.sharingImage', '.socialLinks.*.url', '.identity'].map((name) => `.facts${name}`),
    ],
    [
      'facts',
      FACTS_QUERY,
      {},
      [
        ...['rateMonths', 'orderLimit', 'minimumFollowers', 'challenge'].map(
          (name) => `.programs.*.${name}`,
        ),
        ...['.branches.*.low', '.branches.*.high', '.launch.monthWords', '.words.facts'],
      ],
    ],
    ['landing', LANDING_QUERY, {}, ['.title', seoImage, ...landingImageFields]],
    [
      'coming soon',
      COMING_SOON_QUERY,
      {},
      ['.branches.*.commission', '.branches.*.path', seoImage],
    ],
    ['not found', NOT_FOUND_QUERY, {}, []],
    ['waitlist', WAITLIST_QUERY, {}, [seoImage]],
    ['confirmation', CONFIRMATION_QUERY, {}, ['.shareUrl', seoImage]],
    ['onboarding', ONBOARDING_QUERY, {}, [seoImage]],
    ['help', HELP_QUERY, {}, [seoImage]],
    ['faq', FAQ_QUERY, {}, [seoImage]],
    ['contact', CONTACT_QUERY, {}, [seoImage]],
    ['calculator', CALCULATOR_QUERY, {}, ['.branches.*.commission', '.branches.*.path', seoImage]],
    ['addresses', ADDRESSES_QUERY, { types: pageTypes }, ['.*.slug', '.*.key']],
    [
      'affiliates',
      AFFILIATES_QUERY,
      {},
      [
        '.programs.*.cardNote',
        '.programs.*.rateMonths',
        '.programs.*.orderLimit',
        '.programs.*.minimumFollowers',
        '.programs.*.challenge',
        ...['source', 'realTitle', 'realNote', 'empty'].map((name) => `.leaderboard.${name}`),
        seoImage,
      ],
    ],
    ...each(
      SERVICE_QUERY,
      'slug',
      ['local', 'mall', 'eats', 'rides', 'professional', 'therapist', 'counselor'],
      ['.figure._key', '.figure.caption', '.branch.commission', seoImage],
    ),
    ...each(
      BUSINESS_PAGE_QUERY,
      'slug',
      ['seller', 'affiliates', 'driver', 'commission'],
      [
        ...['title', 'keyFact', 'figure._key', 'figure.caption', 'heading', 'quiet', 'dialog'].map(
          (name) => `.sections.*.${name}`,
        ),
        ...['commission', 'path'].map((name) => `.sections.*.branches.*.${name}`),
        seoImage,
      ],
    ),
    ...each(LEGAL_QUERY, 'slug', ['terms', 'privacy'], [seoImage]),
    ...each(APPLY_QUERY, 'key', programs, [
      '.rateMonths',
      '.orderLimit',
      '.minimumFollowers',
      '.challenge',
    ]),
  ] as const)('return all required fields of the page: %s', async (_, query, params, optional) => {
    const result = await run(query, params)
    expect(result).not.toBeNull()
    const mayBeNull = (path: string) =>
      // Only the start of the challenge has a time zone. Crops and icons are optional.
      /(^|\.)(timeZone|crop|hotspot|icon|startsApplication|language|cap)$/.test(path) ||
      // Optional fields of a card: without a target it links to the waitlist.
      /\.(target|second\w+|interests|customInterest|businessType)$/.test(path) ||
      // The parts of a link that leads to a page.
      /\.(to|page|view|query|anchor|url|page\.slug)$/.test(path) ||
      optional.some((o) => o === path)
    expect(nulls(result).filter((path) => !mayBeNull(path))).toEqual([])
  })

  it('return null for an unknown slug', async () => {
    expect(await run(SERVICE_QUERY, { slug: 'none' })).toBeNull()
    expect(await run(LEGAL_QUERY, { slug: 'help' })).toBeNull()
  })

  it('return the first page of every branch, and null for insurance', async () => {
    const { branches } = await run(COMING_SOON_QUERY)
    expect(branches.map((branch: { path: string | null }) => branch.path)).toEqual([
      '/services/local',
      '/services/mall',
      '/services/eats',
      '/services/rides',
      '/services/professional',
      null,
    ])
  })

  it('insert a changed commission into every text that refers to it', async () => {
    const dataset = seed.map((document) =>
      document._id === 'branch-local' ? { ...document, commission: { low: 3, high: 4 } } : document,
    )
    const faq: NonNullable<FAQ_QUERY_RESULT> = await run(FAQ_QUERY, {}, dataset)
    const texts = faq.entries.map((entry) => plainText(entry.answer)).join()
    expect(texts).toContain('Halvi Local: 3-4%')
    expect(texts).toContain('Halvi Mall: 8-15%')
  })

  it('insert “to be announced” for a removed commission', async () => {
    const dataset = seed.map((document) =>
      document._id === 'branch-local' ? { ...document, commission: undefined } : document,
    )
    const faq: NonNullable<FAQ_QUERY_RESULT> = await run(FAQ_QUERY, {}, dataset)
    expect(faq.entries.map((entry) => plainText(entry.answer)).join()).toContain('to be announced')
  })

  it('insert the numbers of programs and settings', async () => {
    const page: NonNullable<AFFILIATES_QUERY_RESULT> = await run(AFFILIATES_QUERY)
    const [regular, challenge] = page.programs
    expect(plainText(regular?.description ?? null)).toMatch(/20% .* 40,000 orders/)
    expect(plainText(challenge?.description ?? null)).toContain('10 participants 4 days')
    expect(plainText(page.intro)).toContain('$50')
  })

  it('return the current addresses of links', async () => {
    const reference = (_ref: string) => ({ _type: 'reference', _ref })
    const links = [
      [{ page: reference('legal-terms') }, '/support/terms-of-use'],
      [
        { page: reference('legal-terms'), query: 'a=b', anchor: 'fees', view: '' },
        '/support/terms-of-use?a=b#fees',
      ],
      [{ page: reference('page-professional-apply') }, '/services/professional/apply'],
      [
        { page: reference('program-creator'), view: 'apply', query: 'a' },
        '/affiliate/apply/creator?a',
      ],
      [{ page: reference('landingPage'), anchor: 'top' }, '/#top'],
      [{ url: 'https://example.com/?a#b' }, 'https://example.com/?a#b'],
      [{ page: reference('gone') }, ''],
      [{ page: reference('faq-seller') }, ''],
      ['x', ''],
      [undefined, ''],
    ] as const
    const headerLinks = links.map(([destination]) => ({ label: 'a', destination }))
    const dataset = seed.map((document) =>
      document._id === 'legal-terms'
        ? { ...document, slug: { current: 'terms-of-use' } }
        : document,
    )
    const settings = { _id: 'siteSettings', _type: 'siteSettings', headerLinks }
    const others = dataset.filter(({ _id }) => _id !== 'siteSettings')
    const result = await ask(SETTINGS_QUERY, { language: 'en' }, [settings, ...others])
    const found = walk(SETTINGS_QUERY, result as NonNullable<SETTINGS_QUERY_RESULT>)
    expect(found.value.headerLinks.map(({ to }) => hrefOf(to))).toEqual(
      links.map(([, href]) => href),
    )
  })

  it('return empty arrays and null sections when content is missing', async () => {
    const dataset = [{ _id: 'landingPage', _type: 'landingPage' }]
    const page = await run(LANDING_QUERY, {}, dataset)
    expect(page).toMatchObject({ sections: [], rotatingWords: [], gallery: null })
  })
})
