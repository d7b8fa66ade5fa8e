import { evaluate, parse } from 'groq-js'
import { expect, it } from 'vitest'
import { pageTypes } from '../../addresses.ts'
import { LINK_TARGETS_QUERY } from '../queries/link-targets.ts'
import { SETTINGS_QUERY } from '../queries/settings.ts'
import { resolveLinks } from './resolve-links.ts'

const slug = (current: unknown) => ({ slug: { _type: 'slug', current } })
const documents = [
  { _id: 'terms', _type: 'legalPage', ...slug('terms-of-use') },
  { _id: 'apply', _type: 'featurePage', ...slug('professional-apply') },
  { _id: 'creator', _type: 'affiliateProgramme', key: 'creator' },
  { _id: 'broken', _type: 'legalPage', ...slug(7) },
  { _id: 'home', _type: 'landingPage' },
  { _id: 'question', _type: 'faqEntry', ...slug('what') },
]

async function run(query: string, dataset: object[]) {
  const params = { types: pageTypes }
  return (await evaluate(parse(query, { params }), { dataset, params })).get()
}

/** Returns the addresses of menu items with these links. */
async function resolved(...items: object[]): Promise<string[]> {
  const settings = { _id: 'siteSettings', _type: 'siteSettings', headerLinks: items }
  const result = await run(SETTINGS_QUERY, [...documents, settings])
  const fetch = ((query: string) => run(query, documents)) as never
  const { headerLinks } = await resolveLinks(SETTINGS_QUERY, result, fetch)
  return headerLinks.map(({ href }: { href: string }) => href)
}

const to = (page: string, more: object = {}) => ({
  destination: { _type: 'link', page: { _type: 'reference', _ref: page }, ...more },
})

it('resolves links to the current addresses of pages', async () => {
  expect(
    await resolved(
      to('terms'),
      to('terms', { query: 'a=b&c', anchor: 'fees', view: '' }),
      to('apply'),
      to('creator'),
      to('creator', { view: 'apply', query: 'a' }),
      to('home', { anchor: 'top' }),
      // This page exists without a document.
      to('waitlistPage', { query: 'interest=openStore' }),
    ),
  ).toEqual([
    '/support/terms-of-use',
    '/support/terms-of-use?a=b&c#fees',
    '/services/professional/apply',
    '/affiliates/creator',
    '/affiliate/apply/creator?a',
    '/#top',
    '/waitlist?interest=openStore',
  ])
})

it('has no address for links to missing documents, and to documents without a page', async () => {
  const links = [to('gone'), to('broken'), to('question'), to('terms', { view: 'apply' }), to('')]
  expect(await resolved(...links, { destination: 'x' }, {})).toEqual([
    ...['', '', '', '/support/terms-of-use', '', '', ''],
  ])
})

it('keeps outside addresses, and addresses that were typed before links were references', async () => {
  const url = 'https://example.com/?a#b'
  expect(
    await resolved({ destination: { url } }, { href: '/faq' }, { ...to('terms'), href: '/old' }),
  ).toEqual([url, '/faq', '/support/terms-of-use'])
})

it('resolves the targets of redirects in the list of targets itself', async () => {
  const redirect = { _id: 'r', _type: 'redirect', from: '/a', ...to('terms') }
  const result = await run(LINK_TARGETS_QUERY, [...documents, redirect])
  const { redirects } = await resolveLinks(LINK_TARGETS_QUERY, result, undefined as never)
  expect(redirects).toEqual([{ from: '/a', to: '/support/terms-of-use' }])
})

it('resolves 900 links with one read of the targets', async () => {
  let reads = 0
  const value = Array.from({ length: 900 }, () => ({ href: 'page:terms' }))
  const fetch = (async (query: string) => {
    reads++
    return run(query, documents)
  }) as never
  const found = await resolveLinks('', value, fetch)
  expect(new Set(found.map(({ href }) => href))).toEqual(new Set(['/support/terms-of-use']))
  expect(reads).toBe(1)
})
