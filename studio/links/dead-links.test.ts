import type { SanityDocument } from '@sanity/client'
import { expect, it } from 'vitest'
import { findDeadLinks } from './dead-links.ts'

const page = (_ref: string, more: object = {}) => ({
  destination: { page: { _ref }, ...more },
})
const documents = [
  { _id: 'terms', _type: 'legalPage', slug: { current: 'terms' } },
  { _id: 'creator', _type: 'affiliateProgramme', key: 'creator' },
]
const livePaths = ['/support/terms', '/affiliates/creator', '/affiliate/apply/creator', '/old']

async function problems(...links: object[]) {
  const settings = { _id: 'siteSettings', _type: 'siteSettings', headerLinks: links }
  const found = await findDeadLinks([...documents, settings] as unknown as SanityDocument[], {
    livePaths,
    anchorsOf: async (path) => (path === '/old' ? undefined : new Set(['fees', 'é'])),
  })
  expect(found.every(({ field }) => field === 'headerLinks')).toBe(true)
  return found.length
}

it.each([
  ['a page', page('terms')],
  ['a part of a page', page('terms', { anchor: 'fees' })],
  ['a further page', page('creator', { view: 'apply' })],
  ['a typed path with an alias, a query, and an anchor', { href: '/terms?a=b#%C3%A9' }],
  ['a part of a page that can’t be read', { href: '/old#x' }],
  ['a file', { href: '/files/halvi/production/a.pdf' }],
  ['another site', { destination: { url: 'https://example.com/' } }],
  ['an email address', { href: 'mailto:a@example.com' }],
  ['content of another shape', { href: 7, destination: { page: 'x', url: null } }],
])('accepts %s', async (_, link) => expect(await problems(link)).toBe(0))

it.each([
  ['a missing page', page('gone')],
  ['a document without a page', page('siteSettings')],
  ['a missing part of a page', page('terms', { anchor: 'fee' })],
  ['a typed path without a page', { href: '/nowhere' }],
  ['a typed path with a missing part', { href: '/support/terms#fee' }],
])('finds a link to %s', async (_, link) => expect(await problems(link)).toBe(1))
