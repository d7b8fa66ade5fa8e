import type { ServerBuild } from '@remix-run/node'
import { expect, it } from 'vitest'
import type { ContentChange } from '../../app/content/content-updates.ts'
import { siteRoutes } from '../remix/site-routes.ts'
import { UnknownPaths } from './unknown-paths.ts'

const route = (id: string, path?: string, action?: () => null, cache: object | null = {}) =>
  [
    id,
    {
      ...{ id, path, parentId: id === 'root' ? undefined : 'root' },
      module: { action, handle: cache && { cache } },
    },
  ] as const

const routeAt = siteRoutes({
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
  expect(routeAt(path)?.params).toEqual(params)
})

it('returns whether a route has an action', () => {
  expect(routeAt('/waitlist')?.hasAction).toBe(true)
  expect(routeAt('/services/eats')?.hasAction).toBe(false)
})

function open() {
  const content = {
    redirects: ['/Old/', '/été'],
    pages: ['ramadan/2027', 'رمضان'],
    slugs: ['eats', 'ramadan/2027'],
    keys: ['challenge'],
  }
  const lake = { content: content as Record<string, unknown>, asked: 0, isUnreachable: false }
  let notify: (change: ContentChange) => void = () => {}
  const unknown = new UnknownPaths({
    routeAt,
    updates: {
      connected: true,
      onChange: (listener) => {
        notify = listener
      },
    },
    content: {
      reader: () => ({
        images: { projectId: 'a', dataset: 'b', baseUrl: '/' },
        tags: new Set(['tag']),
        async fetch() {
          lake.asked++
          if (lake.isUnreachable) throw new Error('unreachable')
          return lake.content as never
        },
      }),
    },
  })
  return { unknown, lake, change: (change: ContentChange) => notify(change) }
}

it('reports paths without a route, page, and redirect as unknown', async () => {
  const { unknown, lake } = open()
  const has = async (path: string) => [path, await unknown.has(path)]
  for (const path of [
    '/nothing',
    '/services/none',
    '/affiliates/eat',
    '/services',
    '/constructor',
    '/eats',
    '/ramadan',
    '/services/ramadan/2027',
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
    '/ramadan/2027',
    '/Ramadan/2027/',
    '/%D8%B1%D9%85%D8%B6%D8%A7%D9%86',
  ]) {
    expect(await has(path)).toEqual([path, false])
  }
  for (const path of ['/%C3%A9t%C3%A9', '/__manifest', '/%E0%A4%A']) {
    expect(await has(path)).toEqual([path, false])
  }
  expect(lake.asked).toBe(1)
})

it('reads the addresses again after they have changed', async () => {
  const { unknown, lake, change } = open()
  expect(await unknown.has('/services/food')).toBe(true)
  lake.content = { redirects: [7, null], slugs: ['food'], keys: null }
  change(new Set(['another tag']))
  expect(await unknown.has('/services/food')).toBe(true)
  change(new Set(['tag']))
  expect(await unknown.has('/services/food')).toBe(false)
  expect(await unknown.has('/old')).toBe(true)
  expect(lake.asked).toBe(2)
})

it('reports no path as unknown while the content is unreachable', async () => {
  const { unknown, lake } = open()
  lake.isUnreachable = true
  expect(await unknown.has('/nothing')).toBe(false)
  lake.isUnreachable = false
  expect(await unknown.has('/nothing')).toBe(true)
})
