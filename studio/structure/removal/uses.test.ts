import type { SanityDocument } from 'sanity'
import { expect, it } from 'vitest'
import { readSeedDocuments } from '../../../seed/documents.ts'
import { usesOf } from './uses.ts'

const seed = readSeedDocuments() as unknown as SanityDocument[]
const uses = (id: string, address?: string, more: object[] = []) => {
  const all = [...seed, ...(more as SanityDocument[])]
  const { references, links, redirects } = usesOf(all, { id, address }, 'https://halvi.test')
  const named = (list: typeof links) =>
    list.map(({ document, fields }) => `${document._id} ${fields}`)
  return {
    references: named(references),
    links: named(links),
    redirects: redirects.map(({ _id }) => _id),
  }
}

it('finds links to a page in menus, cards, text, and redirects', () => {
  const { references, links } = uses('feature-driver', '/business/driver', [
    { _id: 'a', _type: 'redirect', from: '/cars', to: '/driver' },
    { _id: 'drafts.a', _type: 'redirect', from: '/cars', to: '/driver' },
    { _id: 'drafts.b', _type: 'x', body: [{ markDefs: [{ href: '/Business/driver/?a#b' }] }] },
    { _id: 'c', _type: 'x', card: { href: 'https://halvi.test/business/driver' } },
    { _id: 'd', _type: 'x', card: { href: 'https://example.com/business/driver' } },
    { _id: 'e', _type: 'x', card: { href: '/business/drivers' }, text: 'See /business/driver' },
    { _id: 'f', _type: 'x', link: '/cars' },
    { _id: 'drafts.feature-driver', _type: 'featurePage', intro: '/business/driver' },
  ])
  expect(references).toContain('siteSettings headerLinks,footerGroups')
  expect(links).toEqual(expect.arrayContaining(['drafts.b body', 'c card', 'f link']))
  expect(links.filter((link) => /^(drafts\.a|d|e|.*feature-driver) /.test(link))).toEqual([])
})

it('finds links to a redirect, but not the redirect itself', () => {
  const redirect = { _id: 'r', _type: 'redirect', from: '/spring', to: '/waitlist' }
  const link = { _id: 'x', _type: 'x', href: '/Spring' }
  expect(uses('r', '/spring', [redirect, link]).links).toEqual(['x href'])
})

it('finds redirects to a page, also through each other', () => {
  const to = (_ref: string) => ({ destination: { page: { _ref } } })
  const { references, redirects } = uses('feature-driver', '/business/driver', [
    { _id: 'c', _type: 'redirect', from: '/c', to: '/b' },
    { _id: 'b', _type: 'redirect', from: '/b', to: '/business/driver' },
    { _id: 'a', _type: 'redirect', from: '/a', ...to('feature-driver') },
    { _id: 'd', _type: 'redirect', from: '/d', to: '/d' },
    { _id: 'e', _type: 'redirect', from: '/business/driver', ...to('feature-seller') },
  ])
  expect(redirects).toEqual(['b', 'a', 'c'])
  expect(references.filter((use) => use.startsWith('a'))).toEqual([])
})

it('finds strong references at any depth', () => {
  const { references, links } = uses('branch-local')
  expect(references).toContain('service-local branch')
  expect(references).toContain('comingSoonPage branches')
  expect(links).toEqual([])
  const weak = { _id: 'w', _type: 'x', to: { _ref: 'unused', _weak: true } }
  expect(uses('unused', undefined, [weak])).toMatchObject({ references: [], links: [] })
})
