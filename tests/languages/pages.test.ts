import { describe, expect, it } from 'vitest'
import { shareCachedSite } from '../share-cached-site.ts'
import { alternatesOf, siteUrl } from './alternates.ts'
import { reference, shareEdits } from './share-edits.ts'

const cached = shareCachedSite()
const answerTo = async (path: string, method?: string) => {
  const { status, headers } = await cached.site.request(path, {}, method)
  return [status, headers.location]
}
const statusOf = async (path: string) => (await cached.site.request(path)).status
const find = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]
const { create, edit, remove, createPage } = shareEdits(cached)

const listed = async () => {
  const { text } = await cached.site.request('/sitemap.xml')
  return [...text.matchAll(/<url>.*?<\/url>/g)].map(([entry]) => ({
    path: find(entry, /<loc>([^<]+)/)?.replace(siteUrl, '') || '/',
    alternates: alternatesOf(entry),
  }))
}

describe('every page of the sitemap', () => {
  it('names its language, and links to its other languages, which link back', async () => {
    const entries = await listed()
    const paths = entries.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    const english = paths.filter((path) => !/^\/(ar|es)(\/|$)/.test(path))
    expect(paths).toHaveLength(english.length * 3)
    for (const { path, alternates } of entries) {
      const { status, text, headers } = await cached.site.request(path)
      const [, prefix = 'en'] = /^\/(ar|es)(?=\/|$)/.exec(path) ?? []
      const original = path.replace(/^\/(ar|es)(?=\/|$)/, '') || '/'
      const rest = original === '/' ? '' : original
      expect(status, path).toBe(200)
      expect(alternates, path).toEqual({
        ...{ en: original, 'x-default': original },
        ...{ ar: `/ar${rest}`, es: `/es${rest}` },
      })
      expect(alternatesOf(text), path).toEqual(alternates)
      const direction = prefix === 'ar' ? 'rtl' : 'ltr'
      expect(text, path).toMatch(new RegExp(`<html[^>]* lang="${prefix}"[^>]* dir="${direction}"`))
      expect(headers['content-language'], path).toBe(prefix)
      expect(find(text, /<link rel="canonical" href="([^"]+)"/), path).toBe(siteUrl + path)
      expect(find(text, /property="og:url" content="([^"]+)"/), path).toBe(siteUrl + path)
      expect(find(text, /property="og:locale" content="([^"]+)"/), path).toBe(`${prefix}_US`)
      expect(text.match(/<h1[\s>]/g), path).toHaveLength(1)
      for (const [, json = ''] of text.matchAll(
        /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs,
      )) {
        expect(JSON.parse(json), path).toHaveProperty('inLanguage', prefix)
      }
    }
  })
})

describe('the links to the other languages', () => {
  const linksOf = (text: string) =>
    Array.from(
      text.matchAll(/<a href="([^"]*)"[^>]* hrefLang="es"|<a [^>]*href="(\/es[^"]*)" lang="es"/g),
      ([, offer, link]) => (offer ?? link ?? '').replaceAll('&amp;', '&'),
    )

  it.each([
    ['/waitlist', '?interest=openStore&interest=shopOnHalvi&ref=ABCD2345'],
    ['/support/faq', '?q=%22%3E%3Cb%3E+halal'],
    ['/business/commission/calculator', '?branch=mall&sales=7500'],
    ['/affiliate/apply/regular', '?ref=ABCD2345'],
  ])('keep the query that %s depends on', async (path, query) => {
    for (const also of ['', '&utm_source=x&x=%22']) {
      const { text } = await cached.site.request(`${path}${query}${also}`)
      const links = linksOf(text)
      expect(links.length).toBeGreaterThan(2)
      expect(new Set(links)).toEqual(new Set([`/es${path}${query}`]))
      expect(find(text, /<link rel="canonical" href="([^"]+)"/)).toBe(siteUrl + path)
      expect(alternatesOf(text)).toHaveProperty('es', `/es${path}`)
    }
  })

  it('have none on a page that does not depend on it', async () => {
    for (const path of ['/', '/support/terms']) {
      const { text } = await cached.site.request(`${path}?q=x&ref=ABCD2345`)
      expect(new Set(linksOf(text))).toEqual(new Set([path === '/' ? '/es' : `/es${path}`]))
    }
  })

  it('have each value once', async () => {
    const { text } = await cached.site.request('/waitlist?ref=ABCD2345&ref=ABCD2345')
    expect(new Set(linksOf(text))).toEqual(new Set(['/es/waitlist?ref=ABCD2345']))
  })
})

describe('a page', () => {
  it('without a translation leads to English, and links to it say so', async () => {
    const faq = await cached.lake.editor.fetch<string>(
      '*[_type == "faqPage" && language == "ar"][0]._id',
    )
    await remove(faq)
    expect(await answerTo('/ar/support/faq?q=a')).toEqual([302, '/support/faq?q=a'])
    const entries = await listed()
    expect(entries.map(({ path }) => path)).not.toContain('/ar/support/faq')
    const { text } = await cached.site.request('/es/support/faq')
    expect(Object.keys(alternatesOf(text)).sort()).toEqual(['en', 'es', 'x-default'])
    const home = async () => (await cached.site.request('/ar')).text
    expect(await home()).toMatch(/<a[^>]*href="\/support\/faq"[^>]*>/)
    const links = (await home()).match(/<a[^>]*href="\/support\/faq"[^>]*>/g) ?? []
    for (const link of links) expect(link).toContain('hrefLang="en"')
    expect(await home()).not.toContain('href="/ar/support/faq')
  })

  it('shows the first of two translations, and none after its original is gone', async () => {
    await create({
      _id: 'own-second',
      _type: 'page',
      language: 'ar',
      title: 'Second',
      sections: [],
    })
    await createPage('ramadan', [reference('ar', 'own-second', 'second')])
    expect(await statusOf('/ar/ramadan')).toBe(200)
    const { text } = await cached.site.request('/ar/ramadan')
    expect(text).toContain('Hero ar')
    const alternates = { en: '/ramadan', ar: '/ar/ramadan', 'x-default': '/ramadan' }
    expect(alternatesOf(text)).toEqual(alternates)
    expect((await listed()).filter(({ path }) => path.endsWith('/ramadan'))).toEqual([
      { path: '/ramadan', alternates },
      { path: '/ar/ramadan', alternates },
    ])
    // As after Unpublish: the original is a draft only.
    const original = await cached.lake.editor.getDocument('own')
    await create({ ...original, _id: 'drafts.own', _type: 'page' })
    await cached.lake.editor.delete('own')
    expect(await statusOf('/ar/ramadan')).toBe(404)
    expect(await statusOf('/ramadan')).toBe(404)
    expect((await listed()).filter(({ path }) => path.endsWith('/ramadan'))).toEqual([])
  })

  it('with a translation in another language than listed is not linked', async () => {
    await createPage('ramadan')
    await edit('own-ar', { language: 'es' })
    expect(await statusOf('/ramadan')).toBe(200)
    expect(await answerTo('/ar/ramadan')).toEqual([302, '/ramadan'])
    expect(alternatesOf((await cached.site.request('/ramadan')).text)).toEqual({})
    expect((await listed()).filter(({ path }) => path.endsWith('/ramadan'))).toEqual([
      { path: '/ramadan', alternates: {} },
    ])
  })

  it('at an address of a language does not hide the language', async () => {
    const slug = { _type: 'slug', current: 'es' }
    await create({ _id: 'own-spanish', _type: 'page', title: 'Spanish', slug, sections: [] })
    await createPage('es/ramadan')
    expect(await statusOf('/es/ramadan')).toBe(404)
    const { status, text } = await cached.site.request('/es')
    expect(status).toBe(200)
    expect(text).toMatch(/<html[^>]* lang="es"/)
    const paths = (await listed()).map(({ path }) => path)
    expect(paths.filter((path) => path === '/es')).toHaveLength(1)
    expect(paths).not.toContain('/es/ramadan')
  })
})

describe('a cached page', () => {
  it('in a language is stale exactly after a change of what it shows', async () => {
    const hits = () => cached.site.metric('halvi_page_requests_total{outcome="hit"}')
    await cached.site.request('/ar/support/faq')
    const before = await hits()
    await cached.site.request('/ar/support/faq')
    expect(await hits()).toBe(before + 1)
    const pages = (await listed()).map(({ path }) => path)
    for (const path of pages) await cached.site.request(path)
    await cached.site.applied()
    cached.site.takeRenderedPaths()
    const id = await cached.lake.editor.fetch<string>(
      '*[_type == "faqPage" && language == "ar"][0]._id',
    )
    await edit(id, { intro: 'مقدمة أخرى' })
    expect((await cached.site.request('/ar/support/faq')).text).toContain('مقدمة أخرى')
    for (const path of pages) await cached.site.request(path)
    await cached.site.applied()
    const own = /^(\/(ar|es))?\/(business|services|support)\//
    const rendered = cached.site.takeRenderedPaths().filter((path) => own.test(path))
    expect(rendered).toEqual(['/ar/support/faq'])
  })
})
