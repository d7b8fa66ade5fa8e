import { describe, expect, it } from 'vitest'
import { shareCachedSite } from '../share-cached-site.ts'
import { alternatesOf } from './alternates.ts'
import { shareEdits } from './share-edits.ts'

const cached = shareCachedSite()
const answerTo = async (path: string, method?: string) => {
  const { status, headers } = await cached.site.request(path, {}, method)
  return [status, headers.location]
}
const statusOf = async (path: string) => (await cached.site.request(path)).status
const find = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]
const { create, edit } = shareEdits(cached)

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
      [`/ar/${'x'.repeat(1_990)}`, 404],
      [`/ar/${'x'.repeat(7_000)}`, 414],
      [`/${'ar-'.repeat(600)}`, 404],
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
    expect(await answerTo('/ar/only')).toEqual([301, '/waitlist'])
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
    expect(await answerTo('/FR')).toEqual([302, '/fr'])
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
    // A cached page is removed later than the language.
    const paths = ['/ar/waitlist?ref=a', '/ar', '/AR/me/token', '/es/waitlist']
    const answers = () => Promise.all(paths.map((path) => answerTo(path)))
    expect(await answers()).toEqual([
      [302, '/waitlist?ref=a'],
      [302, '/'],
      [302, '/me/token'],
      [200, undefined],
    ])
    const isGone = async (path: string) =>
      !/"ar"|\/ar[/"<]/.test((await cached.site.request(path)).text)
    for (const path of ['/', '/es/support/faq', '/sitemap.xml']) {
      expect(await isGone(path)).toBe(true)
    }
  })
})
