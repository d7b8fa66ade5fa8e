import type { SanityDocumentStub } from '@sanity/client'
import { fillParameters } from 'halvi-site/addresses'
import { ContentError } from 'halvi-site/content/content-error'
import { ADDRESSES_QUERY, REDIRECTS_QUERY } from 'halvi-site/content/queries/addresses'
import { NOT_FOUND_QUERY } from 'halvi-site/content/queries/home'
import { PAGE_QUERY } from 'halvi-site/content/queries/sections'
import { OFFERS_QUERY, SETTINGS_QUERY, WORDS_QUERY } from 'halvi-site/content/queries/settings'
import { aliases, pages } from 'halvi-site/pages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalPaths, contentPaths, unlistedPaths } from './journeys/paths.ts'
import { createPageHandler, type PageHandler, siteUrl } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

/** Returns the first group of a pattern's first match in a page. */
const find = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]

describe('every page', () => {
  it.each(canonicalPaths)('%s has its canonical URL, a title, and a description', async (path) => {
    const response = await site.request(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    expect(find(html, /<link rel="canonical" href="([^"]+)"/)).toBe(siteUrl + path)
    expect(find(html, /<meta property="og:url" content="([^"]+)"/)).toBe(siteUrl + path)
    expect(find(html, /<meta property="og:image" content="([^"]+)"/)).toMatch(/^https:/)
    // The HTML is complete without scripts.
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

  it('has a unique title and description', async () => {
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

  it.each(canonicalPaths)('%s has the scripts of its form and islands', async (path) => {
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

/** The queries of the root, which every page sends. */
const shared = [SETTINGS_QUERY, WORDS_QUERY, NOT_FOUND_QUERY, ADDRESSES_QUERY, OFFERS_QUERY]

// The seed has no page that is built from sections: see section-pages.test.ts.
it.each(pages.filter(({ title, document }) => title && document !== 'page'))(
  '$path sends one query and the shared queries',
  async (page) => {
    const content = site.content
    const queries = new Set<string>()
    const fetch = (query: string, params = {}) => {
      queries.add(query)
      return content.fetch(query, params)
    }
    const slugs: Record<string, string> = { servicePage: 'local', businessPage: 'driver' }
    const slug = slugs[page.document] ?? 'terms'
    const path =
      fillParameters(page.path, { slug, key: 'creator', program: 'creator' }) ?? page.path
    const context = { content: { ...content, fetch: fetch as typeof content.fetch } }
    expect((await site.request(path, undefined, context)).status).toBe(200)
    for (const query of shared) queries.delete(query)
    expect(queries.size).toBe(1)
  },
)

describe('a page without an SEO description', () => {
  const description = async (path: string) => {
    const html = await (await site.request(path)).text()
    return find(html, /<meta name="description" content="([^"]+)"/)
  }
  const block = (...children: object[]) => [{ _type: 'block', _key: 'b', children }]
  const span = (text: string) => ({ _type: 'span', _key: 's', text, marks: [] })
  const hero = (text: object[]) => ({ sections: [{ _type: 'heroSection', _key: 'h', text }] })

  it.each([
    ['businessPage', 'business', hero(block(span('Sell at the market.'))), 'Sell at the market.'],
    [
      'businessPage',
      'business',
      hero(
        block(span('Payouts from '), {
          ...{ _type: 'siteFact', _key: 'f', fact: 'payoutMinimum' },
        }),
      ),
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
  ])('of type %s is described by its first text', async (_type, folder, fields, expected) => {
    const slug = { _type: 'slug', current: 'described' }
    const page: SanityDocumentStub = { _type, slug, title: 'Described', ...fields }
    const { _id } = await site.editor.create(page)
    const found = await description(`/${folder}/described`)
    await site.editor.delete(_id)
    expect(found).toBe(expected)
  })

  it('and without an intro is described by the description of the brand', async () => {
    const slug = { _type: 'slug', current: 'described' }
    const { _id } = await site.editor.create({ _type: 'businessPage', slug, title: 'Described' })
    const found = await description('/business/described')
    await site.editor.delete(_id)
    expect(found).toBe((await site.editor.getDocument('siteSettings'))?.description)
  })
})

describe('aliases', () => {
  it('exist for every parent path of a page', async () => {
    const above = canonicalPaths.flatMap((path) => {
      const parts = path.split('/').slice(1, -1)
      return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)
    })
    for (const path of new Set(above)) {
      expect([200, 301], path).toContain((await site.request(path)).status)
    }
  })

  it.each(Object.entries(aliases))('%s redirects permanently to %s', async (alias, target) => {
    const response = await site.request(`${alias}?utm_source=a&b=c%2Fd`)
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe(`${target}?utm_source=a&b=c%2Fd`)
  })

  it.each(Object.entries(aliases))(
    '%s also matches in upper case and with a slash: redirects to %s',
    async (alias, target) => {
      for (const path of [alias.toUpperCase(), `${alias}/`, `${alias.toUpperCase()}/`]) {
        const response = await site.request(path)
        expect(response.status, path).toBe(301)
        expect(response.headers.get('location'), path).toBe(target)
      }
    },
  )
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

describe('an unknown path', () => {
  it('a POST to a page without a form returns 405', async () => {
    const response = await site.request('/support/terms', { method: 'POST', body: new FormData() })
    expect(response.status).toBe(405)
  })
})

describe('a query that the content API rejects', () => {
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

  it('causes a 500 page with the request id, and logs the query', async () => {
    const response = await site.request('/support/terms', {}, broken())
    expect(response.status).toBe(500)
    const html = await response.text()
    expect(html).toContain('request-1')
    expect(html).not.toContain('broken(')
    expect(site.log.some((line) => line.includes('broken('))).toBe(true)
  })

  it('causes a page without the request id in preview, which the browser renders once more', async () => {
    const previewSession = { kind: 'studio', until: Date.now() + 60_000 } as const
    const response = await site.request('/support/terms', {}, { ...broken(), previewSession })
    expect(response.status).toBe(500)
    expect(await response.text()).not.toMatch(/<code[^>]*>request-1/)
  })

  it('returns plain HTML if the error page cannot be rendered either', async () => {
    const logo = { asset: { _id: 'image-a-10x10-png' } }
    const images = {
      get projectId(): string {
        throw new Error('in every page')
      },
    }
    const fetch = (query: string) => {
      if (query === PAGE_QUERY) return Promise.resolve(null)
      const lists: string[] = [REDIRECTS_QUERY, ADDRESSES_QUERY, OFFERS_QUERY]
      return Promise.resolve(lists.includes(query) ? [] : { facts: { logo } })
    }
    const content = { ...site.content, fetch, images } as unknown as PageHandler['content']
    for (const [path, status] of Object.entries({ '/support/terms': 500, '/nothing': 404 })) {
      const response = await site.request(path, {}, { content })
      expect(response.status, path).toBe(status)
      expect(await response.text()).toMatch(/<!DOCTYPE html>.*request-1.*<\/html>/s)
    }
  })

  it('returns 503 with Retry-After if content is unreachable', async () => {
    const fetch = (query: string) => Promise.reject(new ContentError(query, {}, new Error('away')))
    for (const path of ['/support/terms', '/sitemap.xml']) {
      const response = await site.request(path, {}, { content: { ...site.content, fetch } })
      expect(response.status, path).toBe(503)
      expect(response.headers.get('retry-after'), path).toMatch(/^\d+$/)
    }
  })

  it('returns an error page if no content can be read', async () => {
    const fetch = () => Promise.reject(new Error('away'))
    const response = await site.request('/', {}, { content: { ...site.content, fetch } })
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('request-1')
  })
})
