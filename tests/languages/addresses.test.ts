import { afterEach, describe, expect, it } from 'vitest'
import { shareCachedSite, soon } from '../share-cached-site.ts'

const cached = shareCachedSite()
const answerTo = async (path: string, method?: string) => {
  const { status, headers } = await cached.site.request(path, {}, method)
  return [status, headers.location]
}
const statusOf = async (path: string) => (await cached.site.request(path)).status
const siteUrl = 'https://halvi.test'
const find = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]

/** Returns the links to the languages of a page, by language. */
const alternatesOf = (html: string) =>
  Object.fromEntries(
    [
      ...html.matchAll(/<(?:xhtml:)?link rel="alternate" href[lL]ang="([^"]+)" href="([^"]+)"/g),
    ].map(([, tag = '', href = '']) => [tag, href.replace(siteUrl, '') || '/']),
  )

const listed = async () => {
  const { text } = await cached.site.request('/sitemap.xml')
  return [...text.matchAll(/<url>.*?<\/url>/g)].map(([entry]) => ({
    path: find(entry, /<loc>([^<]+)/)?.replace(siteUrl, '') || '/',
    alternates: alternatesOf(entry),
  }))
}

/** Changes content, and restores it after the test. */
const changed = new Map<string, { _id: string; _type: string } | undefined>()
const edit = async (id: string, fields: Record<string, unknown>) => {
  if (!changed.has(id)) changed.set(id, await cached.lake.editor.getDocument(id))
  await cached.lake.editor.patch(id).set(fields).commit()
}
const create = async (document: { _id: string; _type: string } & Record<string, unknown>) => {
  changed.set(document._id, undefined)
  await cached.lake.editor.createOrReplace(document)
}
const remove = async (id: string) => {
  changed.set(id, await cached.lake.editor.getDocument(id))
  await cached.lake.editor.delete(id)
}
afterEach(async () => {
  const hadLanguages = changed.has('siteSettings')
  for (const [id, document] of changed) {
    if (document) await cached.lake.editor.createOrReplace(document)
    else await cached.lake.editor.delete(id)
  }
  changed.clear()
  if (hadLanguages) await expect.poll(() => statusOf('/ar'), soon).toBe(200)
})

/** A page of its own in English and Arabic. */
const createPage = async (slug: string, also: Record<string, unknown>[] = []) => {
  const page = (language?: string) => ({
    ...{ _id: `own${language ? `-${language}` : ''}`, _type: 'page', title: `Own ${language}` },
    ...(language ? { language } : { slug: { _type: 'slug', current: slug } }),
    sections: [{ _type: 'heroSection', _key: 'h', title: `Hero ${language}`, placement: 'beside' }],
  })
  await create(page())
  await create(page('ar'))
  await create({
    ...{ _id: 'translations-own', _type: 'translation.metadata' },
    translations: [reference('en', 'own'), reference('ar', 'own-ar'), ...also],
  })
}
const reference = (language: string, _ref: string, _key = language) => ({
  ...{ _key, _type: 'internationalizedArrayReferenceValue', language },
  value: { _type: 'reference', _ref, _weak: true },
})

describe('an address', () => {
  it('is normalized, or does not exist', async () => {
    for (const [path, status, location] of [
      ['/AR/', 302, '/ar'],
      ['/Ar', 302, '/ar'],
      ['/ar/', 302, '/ar'],
      ['/AR/support/faq?q=a', 302, '/ar/support/faq?q=a'],
      ['/en', 302, '/'],
      ['/en/faq', 302, '/faq'],
      ['/en/ar', 302, '/ar'],
      ['/AR//evil.test', 302, '/ar/evil.test'],
      ['/en//evil.test', 302, '/evil.test'],
      ['/ar/\\evil.test', 302, '/ar/evil.test'],
      ['//ar//', 404],
      ['/ar/ar', 404],
      ['/ar/ar/support/faq', 404],
      ['/ar/es/support/faq', 404],
      ['/ar/en', 404],
      ['/fr', 404],
      ['/fr/support/faq', 404],
      ['/ar/robots.txt', 404],
      ['/AR/robots.txt', 404],
      ['/ar/sitemap.xml', 404],
      ['/ar/healthz', 404],
      ['/ar/studio', 404],
      ['/arx', 404],
      ['/ar%2Fsupport', 404],
      ['/%61r', 404],
      ['/ar/%', 400],
      ['/ar/nothing', 404],
      ['/ar/services/nothing', 404],
      ['/ar/help?utm_source=a', 301, '/ar/support/help?utm_source=a'],
      ['/es/faq', 301, '/es/support/faq'],
      ['/ar/?index', 302, '/ar?index'],
      ['/ar?index', 200],
      ['//ar/waitlist', 404],
      ['/ar//waitlist', 302, '/ar/waitlist'],
      ['/ar;x', 404],
      ['/ar;x/waitlist', 404],
      ['/%61r/waitlist', 404],
      ['/ar%5Cwaitlist', 404],
      ['/ar/%2F%2Fevil.test', 404],
      ['/ar/%5Cevil.test', 404],
      ['/ar/../waitlist', 200],
      ['/ar/../ar/waitlist', 404],
      ['/ar/%2e%2e/ar/waitlist', 404],
      ['/ar/./waitlist', 404],
      ['/ar\\waitlist', 404],
      ['/ar.data', 404],
      ['/ar/api/x', 404],
      ['/ar/STUDIO', 404],
      ['/ar/readyz', 404],
      ['/ar/metrics', 404],
      ['/ar/v2021-06-07/data/query/production', 404],
      ['/fr/me/a?b=c', 302, '/me/a?b=c'],
      ['/me/me/a', 404],
      ['/ar-', 404],
      [`/ar/${'x'.repeat(7_000)}`, 404],
      [`/${'ar-'.repeat(2_000)}`, 404],
    ] as const) {
      const shown = path.slice(0, 100)
      expect(await answerTo(path), shown).toEqual([status, location])
      expect(await answerTo(path, 'HEAD'), shown).toEqual([status, location])
    }
  })

  it('in a language has the same limits as in English', async () => {
    for (const path of ['/ar/waitlist', '/AR/waitlist', '/fr/me/a']) {
      for (const method of ['OPTIONS', 'PUT', 'DELETE']) {
        expect(await answerTo(path, method), `${method} ${path}`).toEqual([405, undefined])
      }
    }
    for (const path of ['/ar/support/faq', '/AR/support/faq']) {
      expect(await answerTo(path, 'POST'), path).toEqual([405, undefined])
    }
    const own = { Host: 'evil.test', 'X-Forwarded-Host': 'evil.test' }
    for (const path of ['/AR/faq', '/ar/help', '/ar/nothing', '/ar/waitlist']) {
      const { text, headers } = await cached.site.request(path, own)
      expect(`${text}${headers.location}`, path).not.toContain('evil.test')
    }
    // Another spelling of a personal page is as private as the page.
    for (const path of ['/AR/me/a', '/fr/me/a', '/ar/me/a', '/ar/../me/a']) {
      const { headers } = await cached.site.request(path)
      expect(headers['cache-control'], path).toBe('no-store')
      expect(headers['referrer-policy'], path).toBe('no-referrer')
    }
  })

  it('without a page shows the 404 page in its language', async () => {
    for (const [path, lang] of [
      ['/ar/nothing', 'ar'],
      ['/ar/ar/nothing', 'ar'],
      ['/es/services/nothing', 'es'],
      ['/fr/nothing', 'en'],
      ['/ar/robots.txt', 'en'],
    ] as const) {
      const { text, headers } = await cached.site.request(path)
      expect(find(text, /<html[^>]* lang="([^"]+)"/), path).toBe(lang)
      expect(headers['content-language'], path).toBe(lang)
      expect(alternatesOf(text), path).toEqual({})
    }
  })
})

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

describe('a page', () => {
  it('without a translation leads to English, and links to it say so', async () => {
    const faq = await cached.lake.editor.fetch<string>(
      '*[_type == "faqPage" && language == "ar"][0]._id',
    )
    await remove(faq)
    await expect
      .poll(() => answerTo('/ar/support/faq?q=a'), soon)
      .toEqual([302, '/support/faq?q=a'])
    const entries = await listed()
    expect(entries.map(({ path }) => path)).not.toContain('/ar/support/faq')
    const { text } = await cached.site.request('/es/support/faq')
    expect(Object.keys(alternatesOf(text)).sort()).toEqual(['en', 'es', 'x-default'])
    const home = async () => (await cached.site.request('/ar')).text
    await expect.poll(home, soon).toMatch(/<a[^>]*href="\/support\/faq"[^>]*>/)
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
    await expect.poll(() => statusOf('/ar/ramadan'), soon).toBe(200)
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
    await expect.poll(() => statusOf('/ar/ramadan'), soon).toBe(404)
    expect(await statusOf('/ramadan')).toBe(404)
    expect((await listed()).filter(({ path }) => path.endsWith('/ramadan'))).toEqual([])
  })

  it('with a translation in another language than listed is not linked', async () => {
    await createPage('ramadan')
    await edit('own-ar', { language: 'es' })
    await expect.poll(() => statusOf('/ramadan'), soon).toBe(200)
    await expect.poll(() => answerTo('/ar/ramadan'), soon).toEqual([302, '/ramadan'])
    expect(alternatesOf((await cached.site.request('/ramadan')).text)).toEqual({})
    expect((await listed()).filter(({ path }) => path.endsWith('/ramadan'))).toEqual([
      { path: '/ramadan', alternates: {} },
    ])
  })

  it('at an address of a language does not hide the language', async () => {
    const slug = { _type: 'slug', current: 'es' }
    await create({ _id: 'own-spanish', _type: 'page', title: 'Spanish', slug, sections: [] })
    await createPage('es/ramadan')
    await expect.poll(() => statusOf('/es/ramadan'), soon).toBe(404)
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
    await cached.site.settled()
    cached.site.takeRenderedPaths()
    const id = await cached.lake.editor.fetch<string>(
      '*[_type == "faqPage" && language == "ar"][0]._id',
    )
    await edit(id, { intro: 'مقدمة أخرى' })
    await cached.shows('/ar/support/faq', 'مقدمة أخرى')
    for (const path of pages) await cached.site.request(path)
    await cached.site.settled()
    const own = /^(\/(ar|es))?\/(business|services|support)\//
    const rendered = cached.site.takeRenderedPaths().filter((path) => own.test(path))
    // The query of the page in another language reads the same type of documents.
    const expected = ['/ar/support/faq', '/es/support/faq', '/support/faq']
    expect([...new Set(rendered)]).toEqual(expected)
  })
})

describe('a redirect of the content', () => {
  const redirect = (from: string, url: string) =>
    create({
      _id: `redirect${from.replaceAll('/', '-')}`,
      _type: 'redirect',
      from,
      destination: { url },
    })

  it('applies in all languages', async () => {
    await redirect('/old', '/support/faq')
    await redirect('/older', '/old')
    await redirect('/outside', 'https://example.com/ar')
    await redirect('/ar/only', '/waitlist')
    await expect.poll(() => answerTo('/ar/only'), soon).toEqual([301, '/waitlist'])
    for (const [path, location] of [
      ['/old', '/support/faq'],
      ['/ar/old', '/ar/support/faq'],
      ['/ar/OLD?a=1', '/ar/support/faq?a=1'],
      ['/es/older', '/es/support/faq'],
      ['/ar/outside', 'https://example.com/ar'],
    ] as const) {
      expect(await answerTo(path), path).toEqual([301, location])
    }
    expect(await statusOf('/es/only')).toBe(404)
    expect(await statusOf('/only')).toBe(404)
  })
})

describe('a language', () => {
  it('with a code that is invalid, used twice, or taken by a page hides nothing', async () => {
    const settings = await cached.lake.editor.getDocument('siteSettings')
    const { languages } = settings as unknown as { languages: { code: string }[] }
    const own = ['me', 'AR', 'en', 'es', '../x', 'waitlist', 'fr'].map((code) => ({
      ...{ _key: code, _type: 'siteLanguage', code, name: `Own ${code}` },
    }))
    await edit('siteSettings', { languages: [...languages, ...own] })
    await expect.poll(() => answerTo('/FR'), soon).toEqual([302, '/fr'])
    for (const [path, status, location] of [
      ['/', 200],
      ['/waitlist', 200],
      ['/me/a', 404],
      ['/AR', 302, '/ar'],
      ['/ar', 200],
      ['/es/support/faq', 200],
      ['/fr/support/faq', 302, '/support/faq'],
    ] as const) {
      expect(await answerTo(path), path).toEqual([status, location])
    }
    const { headers } = await cached.site.request('/me/a')
    expect(headers['referrer-policy']).toBe('no-referrer')
    const { text } = await cached.site.request('/support/faq')
    expect(text.match(/rel="alternate"/g)).toHaveLength(4)
  })
})

describe('a language that is turned off', () => {
  it('leads to English, and is linked nowhere', async () => {
    const settings = await cached.lake.editor.getDocument('siteSettings')
    const languages = (settings as unknown as { languages: { code: string }[] }).languages.map(
      (one) => (one.code === 'ar' ? { ...one, isOff: true } : one),
    )
    await edit('siteSettings', { languages })
    await expect.poll(() => answerTo('/ar/waitlist?ref=a'), soon).toEqual([302, '/waitlist?ref=a'])
    expect(await answerTo('/ar')).toEqual([302, '/'])
    expect(await answerTo('/AR/me/token')).toEqual([302, '/me/token'])
    expect(await answerTo('/es/waitlist')).toEqual([200, undefined])
    const isGone = async (path: string) =>
      !/"ar"|\/ar[/"<]/.test((await cached.site.request(path)).text)
    for (const path of ['/', '/es/support/faq', '/sitemap.xml']) {
      await expect.poll(() => isGone(path), { ...soon, message: path }).toBe(true)
    }
  })
})
