import type { ServerBuild } from '@remix-run/node'
import { REDIRECTS_QUERY } from 'halvi-site/content/queries/addresses'
import { english, languageFrom } from 'halvi-site/language/language'
import { expect, it } from 'vitest'
import { siteRoutes } from '../../app/handler/site-routes.ts'
import { SitePages } from '../site-pages.ts'
import { UnknownPaths } from './unknown-paths.ts'

const route = (id: string, path?: string, action?: () => null, cache: object | null = {}) =>
  [
    id,
    {
      ...{ id, path, index: id === 'home', parentId: id === 'root' ? undefined : 'root' },
      module: { action, handle: cache && { cache } },
    },
  ] as const

const { at: routeAt } = siteRoutes({
  routes: Object.fromEntries([
    route('root', ''),
    route('home'),
    route('waitlist', 'waitlist', () => null),
    route('service', 'services/:slug'),
    route('search', 'services/search'),
    route('affiliates', 'affiliates/:mode?'),
    route('personal', 'me/:token', undefined, null),
    route('sitemap', 'sitemap.xml'),
    route('any', '*'),
  ]),
} as unknown as ServerBuild)

it.each([
  ['/', []],
  ['/_root.data', []],
  ['/waitlist', []],
  ['/Waitlist/', []],
  ['/waitlist.data', []],
  ['/sitemap.xml', []],
  ['/services/eats', ['eats']],
  ['/services/search', []],
  ['/services/%C3%A9t%C3%A9', ['été']],
  ['/affiliates', []],
  ['/me/a.b', ['a.b']],
  ['/affiliates/challenge', ['challenge']],
  ['/sitemapxxml', undefined],
  ['/services', undefined],
  ['/services/eats/more', undefined],
  ['//services/eats', undefined],
  ['/nothing', undefined],
])('finds the route of %s with the parameters %j', (path, params) => {
  const found = routeAt(path)
  expect(found && Object.values(found.params)).toEqual(params)
})

it('returns whether a route has an action', () => {
  expect(routeAt('/waitlist')?.hasAction).toBe(true)
  expect(routeAt('/services/eats')?.hasAction).toBe(false)
})

const arabic = languageFrom({ code: 'ar', name: 'العربية' }) ?? english
const at = (path: string, language = english) => ({ language, path, search: '' })

function open() {
  const content = {
    redirects: [
      { from: '/Old/', to: '/chain-1' },
      { from: '/été', to: '/services/eats' },
      { from: '/services/eats', to: '/services/none' },
      { from: '/services/old', to: 'https://halvi.test/support/faq', temporary: true },
      { from: '/loop', to: '/LOOP/' },
      { from: null, to: '/services/eats' },
      ...Array.from({ length: 3 }, (_, n) => ({ from: `/chain-${n + 1}`, to: `/chain-${n + 2}` })),
      ...Array.from({ length: 9 }, (_, n) => ({ from: `/long-${n}`, to: `/long-${n + 1}` })),
      { from: '/chain-4', to: '/support/faq' },
    ].map(({ to, ...redirect }) => ({ ...redirect, to: { url: to } })),
    documents: [
      { _type: 'page', slug: 'ramadan/2027', languages: ['en', 'ar'] },
      { _type: 'page', slug: 'رمضان', languages: ['en'] },
      { _type: 'servicePage', slug: 'eats', languages: ['en'] },
    ],
  }
  const lake = { content: content as Record<string, object[]>, isUnreachable: false }
  const reader = () => ({
    images: { projectId: 'a', dataset: 'b', baseUrl: '/' },
    tags: new Set(['tag']),
    fact: async () => null,
    async fetch(query: string) {
      if (lake.isUnreachable) throw new Error('unreachable')
      return (query === REDIRECTS_QUERY ? lake.content.redirects : lake.content.documents) as never
    },
  })
  const pages = new SitePages({ reader }, { onChange: () => {} })
  return {
    unknown: new UnknownPaths({ routeAt, pages, origin: 'https://halvi.test' }),
    lake,
  }
}

it('reports paths without a route, page, and redirect as unknown', async () => {
  const { unknown } = open()
  const has = async (path: string) => [path, await unknown.has(at(path))]
  for (const path of [
    '/nothing',
    '/services/none',
    '/affiliates/eat',
    '/constructor',
    '/meals',
    '/ramadan',
    '/services/ramadan/2027',
    '/loop',
    '/long-0',
  ]) {
    expect(await has(path)).toEqual([path, true])
  }
  for (const path of [
    '/',
    '/waitlist',
    '/me/any.token',
    '/services/eats',
    '/affiliates',
    '/old',
    '/old//',
    '/eats',
    '/services',
    '/ramadan/2027',
    '/Ramadan/2027/',
    '/%D8%B1%D9%85%D8%B6%D8%A7%D9%86',
  ]) {
    expect(await has(path)).toEqual([path, false])
  }
  for (const path of ['/%C3%A9t%C3%A9', '/%E0%A4%A']) {
    expect(await has(path)).toEqual([path, false])
  }
})

it('finds redirects at paths without a page', async () => {
  const { unknown } = open()
  const found = async (url: string, language = english) => {
    const [path = '', query] = url.split('?')
    const search = query ? `?${query}` : ''
    const redirect = await unknown.redirectAt({ ...at(path, language), search })
    return redirect && [redirect.status, redirect.headers.Location]
  }
  for (const [url, redirect] of Object.entries({
    '/old': [301, '/support/faq'],
    '/OLD//?a=b': [301, '/support/faq?a=b'],
    '/chain-3': [301, '/support/faq'],
    '/%C3%A9t%C3%A9': [301, '/services/none'],
    '/services/old': [302, '/support/faq'],
    '/long-4': [301, '/long-9'],
    '/Eats/?a=b': [301, '/services/eats?a=b'],
    '/long-0': undefined,
    '/loop': undefined,
    '/services/eats': undefined,
    '/waitlist': undefined,
    '/nothing': undefined,
  })) {
    expect(await found(url), url).toEqual(redirect)
  }
  // A path is in the language of the request, and the full address of a page is exact.
  expect(await found('/old?a=b', arabic)).toEqual([301, '/support/faq?a=b'])
  expect(await found('/services/eats', arabic)).toEqual([302, 'https://halvi.test/services/eats'])
  expect(await found('/ramadan/2027', arabic)).toBeUndefined()
})

it('uses the addresses that the content has at the time', async () => {
  const { unknown, lake } = open()
  expect(await unknown.has(at('/services/food'))).toBe(true)
  lake.content = {
    redirects: [],
    documents: [{ _type: 'servicePage', slug: 'food', languages: ['en'] }],
  }
  expect(await unknown.has(at('/services/food'))).toBe(false)
  expect(await unknown.has(at('/old'))).toBe(true)
})

it('reports no path as unknown while the content is unreachable', async () => {
  const { unknown, lake } = open()
  lake.isUnreachable = true
  expect(await unknown.has(at('/nothing'))).toBe(false)
  lake.isUnreachable = false
  expect(await unknown.has(at('/nothing'))).toBe(true)
})
