import { readFileSync } from 'node:fs'
import { evaluate, parse } from 'groq-js'
import type { LaunchFacts } from 'halvi-leads/contract'
import { expect, it } from 'vitest'
import { LAUNCH_QUERY, type LaunchContent } from './content.ts'
import { launchSections } from './items.ts'

const dataset = readFileSync(new URL('../../seed/data.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))
const seed: LaunchContent = await (await evaluate(parse(LAUNCH_QUERY), { dataset })).get()

const nothingSet: LaunchFacts = {
  siteUrl: null,
  proxies: 0,
  endpoint: null,
  lastBackup: null,
  administrators: 1,
}
const now = Date.parse('2027-01-15T12:00:00Z')
const ago = (days: number) => new Date(now - days * 86_400_000).toISOString()
const allSet: LaunchFacts = {
  siteUrl: 'https://www.halvi.com',
  proxies: 1,
  endpoint: { host: 'hooks.test', signed: true },
  lastBackup: ago(1),
  administrators: 2,
}

/** Returns the keys of the items that are not done. */
function openKeys(
  content: LaunchContent,
  facts: LaunchFacts,
  origin = facts.siteUrl ?? 'http://here',
) {
  const items = launchSections(content, facts, { now, origin }).flatMap((section) => section.items)
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
  return items.filter(({ isDone }) => !isDone).map(({ key }) => key)
}

/** The seed with all content items done. */
const written: LaunchContent = {
  settings: {
    ...seed.settings,
    phone: '+12145550742',
    socialLinks: [{ url: 'https://x.test/halvi' }],
    launch: { status: 'open' },
    offer: { status: 'ended' },
    legalName: 'Halvi LLC',
    figures: 'real',
  },
  legal: [
    { _id: 'legal-terms', words: ['Our terms'] },
    { _id: 'legal-privacy', words: ['Our policy'] },
  ],
}

it('lists all open items for the seed and an empty .env', () => {
  expect(openKeys(seed, nothingSet)).toEqual([
    ...['legal-terms', 'legal-privacy', 'identity', 'phone', 'email', 'social'],
    ...['launch-date', 'offer', 'figures'],
    ...['domain', 'endpoint', 'backup', 'administrators'],
  ])
})

it('lists no open item if everything is done', () => {
  expect(openKeys(written, allSet)).toEqual([])
})

it.each<[string, Partial<LaunchContent>, string]>([
  [
    'sample terms with an added heading',
    {
      legal: (seed.legal ?? []).map((page) => ({
        ...page,
        words: page._id === 'legal-terms' ? ['A heading', ...(page.words ?? [])] : ['Our policy'],
      })),
    },
    'legal-terms',
  ],
  ['a blank company name', { settings: { ...written.settings, legalName: ' ' } }, 'identity'],
  ['a launch without a month', { settings: { ...written.settings, launch: {} } }, 'launch-date'],
  [
    'a launch with an invalid month',
    { settings: { ...written.settings, launch: { month: 'Q2 2027', status: 'dated' } } },
    'launch-date',
  ],
  [
    'a launch in a past month',
    { settings: { ...written.settings, launch: { month: '2026-12', monthWords: 'winter' } } },
    'launch-date',
  ],
  ['an offer without a deadline', { settings: { ...written.settings, offer: {} } }, 'offer'],
  [
    'an offer with an invalid deadline',
    { settings: { ...written.settings, offer: { deadline: 'soon' } } },
    'offer',
  ],
])('reports %s', (_what, content, key) => {
  expect(openKeys({ ...written, ...content }, allSet)).toEqual([key])
})

it.each<[string, Partial<LaunchFacts>, string]>([
  ['a URL without TLS', { siteUrl: 'http://halvi.com' }, 'domain'],
  ['an untrusted proxy', { proxies: 0 }, 'domain'],
  ['unsigned deliveries', { endpoint: { host: 'hooks.test', signed: false } }, 'endpoint'],
  ['an old backup', { lastBackup: ago(3) }, 'backup'],
  ['a single administrator', { administrators: 1 }, 'administrators'],
])('reports %s', (_what, facts, key) => {
  expect(openKeys(written, { ...allSet, ...facts })).toEqual([key])
})

it('reports that the Studio is open at another URL', () => {
  expect(openKeys(written, allSet, 'http://10.0.0.7:3000')).toEqual(['domain'])
})

it('omits administrators in a hosted project', () => {
  const sections = launchSections(written, { ...allSet, administrators: null }, { now, origin: '' })
  expect(JSON.stringify(sections)).not.toContain('administrator')
})

it('accepts incomplete content', () => {
  const legal = [{ _id: 'legal-terms', words: null }]
  for (const content of [{}, { settings: null, legal: null }, { settings: {}, legal }]) {
    expect(openKeys(content, nothingSet)).toContain('email')
  }
})
