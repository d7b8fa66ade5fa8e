import type { SanityDocumentStub } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillParameters } from '../app/addresses.ts'
import { aliases } from '../app/aliases.js'
import { ContentError } from '../app/content/content-error.ts'
import { NOT_FOUND_QUERY } from '../app/content/queries/home.ts'
import { LINK_TARGETS_QUERY } from '../app/content/queries/link-targets.ts'
import { pageQueries } from '../app/content/queries/of-pages.ts'
import { REDIRECTS_QUERY } from '../app/content/queries/redirects.ts'
import { SETTINGS_QUERY } from '../app/content/queries/settings.ts'
import { pages } from '../app/pages.ts'
import { canonicalPaths, contentPaths, unlistedPaths } from './journeys/paths.ts'
import { createPageHandler, type PageHandler, siteUrl } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

/** The first match of a pattern with one group, in a page. */
const find = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]

describe('every page', () => {
  it.each(canonicalPaths)('%s names itself', async (path) => {
    const response = await site.request(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    expect(find(html, /<link rel="canonical" href="([^"]+)"/)).toBe(siteUrl + path)
    expect(find(html, /<meta property="og:url" content="([^"]+)"/)).toBe(siteUrl + path)
    expect(find(html, /<meta property="og:image" content="([^"]+)"/)).toMatch(/^https:/)
    // Whole before any script runs.
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
    expect(html.match(/<main[\s>]/g)).toHaveLength(1)
    expect(find(html, /<title>([^<]+)<\/title>/)).toMatch(/\S/)
    expect(find(html, /<meta name="description" content="([^"]+)"/)).toMatch(/\S/)
    for (const [, json = ''] of html.matchAll(
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs,
    )) {
      expect(JSON.parse(json)).toHaveProperty('@context', 'https://schema.org')
    }
  })

  it('has a title and a description of its own', async () => {
    const htmls = await Promise.all(
      canonicalPaths.map(async (path) => (await site.request(path)).text()),
    )
    for (const words of [/<title>([^<]+)<\/title>/, /<meta name="description" content="([^"]+)"/]) {
      const all = htmls.map((html) => find(html, words))
      const shared = canonicalPaths.filter(
        (_, index) => all.indexOf(all[index]) !== all.lastIndexOf(all[index]),
      )
      expect(shared).toEqual([])
    }
  })

  it.each(canonicalPaths)('%s loads no framework', async (path) => {
    const html = await (await site.request(path)).text()
    expect(html).not.toContain('/assets/entry.client')
    expect(html).not.toContain('__remixContext')
    expect(html).not.toContain('modulepreload')
  })

  it.each(canonicalPaths)('%s says that it has a form or islands, if it has', async (path) => {
    const html = await (await site.request(path)).text()
    if (html.includes('data-island=')) expect(html).toMatch(/<script data-islands="[^"]+"/)
    if (/<form[^>]*method="post"/.test(html)) expect(html).toMatch(/ data-form="[^"]+">/)
    if (contentPaths.includes(path)) expect(html).not.toContain('data-islands')
  })

  it('/business shows the landing page and points to /', async () => {
    const html = await (await site.request('/business')).text()
    expect(find(html, /<link rel="canonical" href="([^"]+)"/)).toBe(`${siteUrl}/`)
  })
})

describe('the screen of a page for businesses', () => {
  const image = async (path: string) =>
    find(await (await site.request(path)).text(), /(<img[^>]* class="branch-screen cut"[^>]*>)/)

  it.each([
    '/business/seller',
    '/business/affiliates',
    '/business/driver',
    '/business/commission',
    '/services/professional/apply',
  ])('stands beside the title of %s, and waits until it is seen', async (path) => {
    const attributes = /(?= width="\d+" height="\d+")(?=.* alt="[^"]{20,}")/
    const services = await image('/services/eats')
    const ours = await image(path)
    for (const each of [services, ours]) expect(each).toMatch(attributes)
    expect(services).toContain('fetchpriority="high"')
    // A phone, which has no room for it, need not load it.
    expect(ours).toContain('loading="lazy"')
  })

  it('leaves nothing where staff have chosen none', async () => {
    const id = 'feature-driver'
    const figure = (await site.editor.getDocument(id))?.figure
    await site.editor.patch(id).unset(['figure']).commit()
    const html = await (await site.request('/business/driver')).text()
    await site.editor.patch(id).set({ figure }).commit()
    expect(find(html, /<h1[^>]*>([^<]+)/)).toMatch(/\S/)
    expect(html).not.toContain('class="branch-panel')
  })
})

it.each(pages.filter(({ title }) => title))(
  '$path asks its own query, and what all pages share',
  async (page) => {
    const content = site.content
    const asked = new Set<string>()
    const fetch = (query: string, params = {}) => {
      asked.add(query)
      return content.fetch(query, params)
    }
    const slugs: Record<string, string> = { servicePage: 'local', featurePage: 'driver' }
    const slug = slugs[page.document] ?? 'terms'
    const path =
      fillParameters(page.path, { slug, key: 'creator', programme: 'creator' }) ?? page.path
    const context = { content: { ...content, fetch: fetch as typeof content.fetch } }
    expect((await site.request(path, undefined, context)).status).toBe(200)
    for (const query of [SETTINGS_QUERY, NOT_FOUND_QUERY, LINK_TARGETS_QUERY]) asked.delete(query)
    expect([...asked]).toEqual([pageQueries[page.path]])
  },
)

describe('a page without a description of its own', () => {
  const description = async (path: string) => {
    const html = await (await site.request(path)).text()
    return find(html, /<meta name="description" content="([^"]+)"/)
  }
  const block = (...children: object[]) => [{ _type: 'block', _key: 'b', children }]
  const span = (text: string) => ({ _type: 'span', _key: 's', text, marks: [] })

  it.each([
    [
      'featurePage',
      'business',
      { intro: block(span('Sell at the market.')) },
      'Sell at the market.',
    ],
    [
      'featurePage',
      'business',
      {
        intro: block(span('Payouts from '), {
          ...{ _type: 'siteFact', _key: 'f', fact: 'payoutMinimum' },
        }),
      },
      'Payouts from $50',
    ],
    ['servicePage', 'services', { description: block(span('Dates at noon.')) }, 'Dates at noon.'],
    ['servicePage', 'services', { subtitle: 'Only a subtitle' }, 'Only a subtitle'],
    ['legalPage', 'support', { intro: 'What we\npromise you.' }, 'What we promise you.'],
    [
      'legalPage',
      'support',
      { intro: `${'A first sentence that says a lot of it. '.repeat(3)}${'And more '.repeat(30)}` },
      'A first sentence that says a lot of it. '.repeat(3).trim(),
    ],
  ])('%s is described by its opening words', async (_type, folder, fields, expected) => {
    const slug = { _type: 'slug', current: 'described' }
    const page: SanityDocumentStub = { _type, slug, title: 'Described', ...fields }
    const { _id } = await site.editor.create(page)
    const found = await description(`/${folder}/described`)
    await site.editor.delete(_id)
    expect(found).toBe(expected)
  })

  it('and without an intro by what the brand is', async () => {
    const slug = { _type: 'slug', current: 'described' }
    const { _id } = await site.editor.create({ _type: 'featurePage', slug, title: 'Described' })
    const found = await description('/business/described')
    await site.editor.delete(_id)
    expect(found).toBe((await site.editor.getDocument('siteSettings'))?.description)
  })
})

describe('aliases', () => {
  it('lead on from every address above a page', async () => {
    const above = canonicalPaths.flatMap((path) => {
      const parts = path.split('/').slice(1, -1)
      return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)
    })
    for (const path of new Set(above)) {
      expect([200, 301], path).toContain((await site.request(path)).status)
    }
  })

  it.each(Object.entries(aliases))('%s leads to %s for good', async (alias, target) => {
    const response = await site.request(`${alias}?utm_source=a&b=c%2Fd`)
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe(`${target}?utm_source=a&b=c%2Fd`)
  })

  it.each(Object.entries(aliases))('%s is found however it is written', async (alias, target) => {
    for (const path of [alias.toUpperCase(), `${alias}/`, `${alias.toUpperCase()}/`]) {
      const response = await site.request(path)
      expect(response.status, path).toBe(301)
      expect(response.headers.get('location'), path).toBe(target)
    }
  })
})

describe('robots and sitemap', () => {
  it('list every canonical path', async () => {
    const robots = await (await site.request('/robots.txt')).text()
    expect(robots).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
    const response = await site.request('/sitemap.xml')
    expect(response.headers.get('content-type')).toContain('xml')
    const xml = await response.text()
    const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, url = '']) => new URL(url).pathname,
    )
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed.sort()).toEqual(
      canonicalPaths.filter((path) => !unlistedPaths.includes(path)).sort(),
    )
  })
})

describe('what is not there', () => {
  it.each([
    '/nothing',
    '/services/nothing',
    '/support/nothing',
    '/business/nothing',
    '/affiliate/apply/x',
  ])('%s is a 404 page', async (path) => {
    const response = await site.request(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Oops! Page not found')
  })

  it('a post to a page without a form is refused', async () => {
    const response = await site.request('/support/terms', { method: 'POST', body: new FormData() })
    expect(response.status).toBe(405)
  })
})

describe('a query that the content API refuses', () => {
  const broken = (): Partial<Parameters<PageHandler['request']>[2]> => ({
    content: {
      ...site.content,
      fetch: ((query: string, params) =>
        site.content.fetch(
          query.includes('legalPage') ? `${query} broken(` : query,
          params,
        )) as typeof site.content.fetch,
    },
  })

  it('makes that page a 500 which names the request, and the log has the query', async () => {
    const response = await site.request('/support/terms', {}, broken())
    expect(response.status).toBe(500)
    const html = await response.text()
    expect(html).toContain('request-1')
    expect(html).not.toContain('broken(')
    expect(site.log.some((line) => line.includes('broken('))).toBe(true)
  })

  it('leaves the other pages alone', async () => {
    expect((await site.request('/support/faq', {}, broken())).status).toBe(200)
  })

  it('shows plain HTML where even the error page cannot be rendered', async () => {
    const logo = { asset: { _id: 'image-a-10x10-png' } }
    const images = {
      get projectId(): string {
        throw new Error('in every page')
      },
    }
    const targets = { types: [], slugs: [], keys: [], listed: [], redirects: [] }
    const fetch = (query: string) =>
      Promise.resolve(query === REDIRECTS_QUERY ? [] : { logo, ...targets })
    const content = { ...site.content, fetch, images } as unknown as PageHandler['content']
    for (const [path, status] of Object.entries({ '/support/terms': 500, '/nothing': 404 })) {
      const response = await site.request(path, {}, { content })
      expect(response.status, path).toBe(status)
      expect(await response.text()).toMatch(/<!DOCTYPE html>.*request-1.*<\/html>/s)
    }
  })

  it('says for how long when content is away', async () => {
    const fetch = (query: string) => Promise.reject(new ContentError(query, {}, new Error('away')))
    for (const path of ['/support/terms', '/sitemap.xml']) {
      const response = await site.request(path, {}, { content: { ...site.content, fetch } })
      expect(response.status, path).toBe(503)
      expect(response.headers.get('retry-after'), path).toMatch(/^\d+$/)
    }
  })

  it('shows a page even when nothing can be read at all', async () => {
    const fetch = () => Promise.reject(new Error('away'))
    const response = await site.request('/', {}, { content: { ...site.content, fetch } })
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('request-1')
  })
})
