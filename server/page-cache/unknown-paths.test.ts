import type { ServerBuild } from '@remix-run/node'
import { expect, it } from 'vitest'
import type { ContentChange } from '../../app/content/content-updates.ts'
import { siteRoutes } from '../remix/site-routes.ts'
import { UnknownPaths } from './unknown-paths.ts'

const route = (id: string, path?: string, action?: () => null) =>
  [id, { id, path, parentId: id === 'root' ? undefined : 'root', module: { action } }] as const

const routeAt = siteRoutes({
  routes: Object.fromEntries([
    route('root', ''),
    route('home'),
    route('waitlist', 'waitlist', () => null),
    route('service', 'services/:slug'),
    route('search', 'services/search'),
    route('affiliates', 'affiliates/:mode?'),
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
  ['/affiliates/challenge', ['challenge']],
  ['/sitemapxxml', undefined],
  ['/services', undefined],
  ['/services/eats/more', undefined],
  ['//services/eats', undefined],
  ['/nothing', undefined],
])('the route of %s takes %j', (path, params) => {
  expect(routeAt(path)?.params).toEqual(params)
})

it('a route says whether something can be submitted to it', () => {
  expect(routeAt('/waitlist')?.hasAction).toBe(true)
  expect(routeAt('/services/eats')?.hasAction).toBe(false)
})

function open() {
  const content = { redirects: ['/Old/', '/été'], slugs: ['eats'], keys: ['challenge'] }
  const lake = { content: content as Record<string, unknown>, asked: 0, isAway: false }
  let tell: (change: ContentChange) => void = () => {}
  const unknown = new UnknownPaths({
    routeAt,
    updates: {
      connected: true,
      onChange: (listener) => {
        tell = listener
      },
    },
    content: {
      reader: () => ({
        images: { projectId: 'a', dataset: 'b', baseUrl: '/' },
        tags: new Set(['tag']),
        async fetch() {
          lake.asked++
          if (lake.isAway) throw new Error('away')
          return lake.content as never
        },
      }),
    },
  })
  return { unknown, lake, change: (change: ContentChange) => tell(change) }
}

it('nothing is where no route leads, or no page is called so, and no redirect starts', async () => {
  const { unknown, lake } = open()
  const has = async (path: string) => [path, await unknown.has(path)]
  for (const path of [
    '/nothing',
    '/services/none',
    '/affiliates/eat',
    '/services',
    '/constructor',
  ]) {
    expect(await has(path)).toEqual([path, true])
  }
  for (const path of ['/', '/waitlist', '/services/eats', '/affiliates', '/old', '/old//']) {
    expect(await has(path)).toEqual([path, false])
  }
  for (const path of ['/%C3%A9t%C3%A9', '/__manifest', '/%E0%A4%A']) {
    expect(await has(path)).toEqual([path, false])
  }
  expect(lake.asked).toBe(1)
})

it('is asked of the content again when that says that it has changed', async () => {
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

it('is not known while content is away', async () => {
  const { unknown, lake } = open()
  lake.isAway = true
  expect(await unknown.has('/nothing')).toBe(false)
  lake.isAway = false
  expect(await unknown.has('/nothing')).toBe(true)
})
