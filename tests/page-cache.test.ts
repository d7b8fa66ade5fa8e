import { beforeEach, describe, expect, it } from 'vitest'
import { startCachedSite } from './cached-site.ts'
import { canonicalPaths } from './journeys/paths.ts'
import { faq, shareCachedSite } from './share-cached-site.ts'

const cached = shareCachedSite()
beforeEach(async () => {
  await cached.site.request(faq)
  cached.site.takeRenderedPaths()
})

const hits = () => cached.site.metric('halvi_page_requests_total{outcome="hit"}')

describe('a page', () => {
  it('is cached at every path', async () => {
    for (const path of canonicalPaths) {
      await cached.site.request(path)
      const before = await hits()
      const response = await cached.site.request(path)
      expect(response.status, path).toBe(200)
      expect(response.headers['content-security-policy'], path).toContain("script-src 'self'")
      expect(response.headers['x-content-type-options'], path).toBe('nosniff')
      expect(await hits(), path).toBe(before + 1)
    }
  })

  it('is the same for parameters that it does not use', async () => {
    const plain = await cached.site.request(faq)
    for (const query of [
      '',
      'utm_source=a&utm_medium=b',
      'gclid=1',
      'fbclid=2',
      'anything=3',
      '=&&',
    ]) {
      const response = await cached.site.request(`${faq}?${query}`)
      expect(response.headers.etag, query).toBe(plain.headers.etag)
    }
    const long = await cached.site.request(`${faq}?utm_term=${'x'.repeat(8_000)}`)
    expect(long.headers.etag).toBe(plain.headers.etag)
    expect(cached.site.takeRenderedPaths()).toEqual([])
  })

  it('is the same for every spelling of its path, and for every visitor', async () => {
    const plain = await cached.site.request(faq)
    for (const path of [
      '/Support/FAQ',
      `${faq}/`,
      `${faq}//`,
      '/support/%66aq',
      '/SUPPORT/FAQ/?a',
    ]) {
      const { status, headers } = await cached.site.request(path)
      expect([status, headers.etag], path).toEqual([200, plain.headers.etag])
    }
    const id = '0b6f5c3e-0000-4000-8000-000000000000'
    for (const cookie of ['sent=1', `sent=${id}`, `a=b; sent=${id}`, 'preview=1', `Sent=${id}`]) {
      const { headers } = await cached.site.request(faq, { cookie })
      expect(headers.etag, cookie).toBe(plain.headers.etag)
    }
    expect(cached.site.takeRenderedPaths()).toEqual([])
  })

  it('with search results is not cached', async () => {
    for (const query of ['q=commission', '%71=commission', 'utm_source=a&q=commission']) {
      const response = await cached.site.request(`${faq}?${query}`)
      expect(response.text, query).toContain('value="commission"')
    }
    expect((await cached.site.request(faq)).text).not.toContain('value="commission"')
  })
})

describe('a page that depends on parameters', () => {
  const calculator = '/business/commission/calculator'

  it('is cached once for equivalent parameters', async () => {
    const first = await cached.site.request(`${calculator}?branch=mall&sales=1234`)
    expect(first.status).toBe(200)
    const before = await hits()
    for (const query of [
      'branch=mall&sales=1234',
      'sales=%241,234&branch=Mall&utm_source=a',
      'branch=mall&sales=%D9%A1%D9%A2%D9%A3%D9%A4',
    ]) {
      const response = await cached.site.request(`${calculator}?${query}`)
      expect(response.headers.etag, query).toBe(first.headers.etag)
    }
    expect(await hits()).toBe(before + 3)
    const plain = await cached.site.request(calculator)
    expect(plain.headers.etag).not.toBe(first.headers.etag)
    const further = { 'sec-fetch-site': 'same-origin' }
    const next = await cached.site.request(`${calculator}?branch=mall&sales=1234`, further)
    expect(next.text).toContain('rel="stylesheet"')
  })

  it('is not cached for invalid parameters', async () => {
    for (const query of ['branch=mall&sales=', 'sales=many', 'branch=nowhere&sales=1']) {
      const before = await cached.site.metric('halvi_pages_kept ')
      const response = await cached.site.request(`${calculator}?${query}`)
      expect(response.status, query).toBe(400)
      expect(response.headers.etag, query).toBeUndefined()
      expect(await cached.site.metric('halvi_pages_kept '), query).toBe(before)
    }
  })

  it('is invalidated by a publish and rendered again at the next request', async () => {
    const path = `${calculator}?branch=rides&sales=1000`
    expect((await cached.site.request(path)).text).toContain('$800 to $900')
    await cached.lake.editor.patch('branch-rides').set({ 'commission.high': 30 }).commit()
    expect((await cached.site.request(path)).text).toContain('$700 to $900')
    await cached.lake.editor.patch('branch-rides').set({ 'commission.high': 20 }).commit()
    expect((await cached.site.request(path)).text).toContain('$800 to $900')
  })
})

describe('a second page of a visit', () => {
  it('is cached separately from a first page', async () => {
    const first = await cached.site.request(faq, { 'sec-fetch-site': 'none' })
    const further = await cached.site.request(faq, { 'sec-fetch-site': 'same-origin' })
    expect(first.text).not.toContain('rel="stylesheet"')
    expect(further.text).toContain('rel="stylesheet"')
    expect(further.headers.etag).not.toBe(first.headers.etag)
    expect((await cached.site.request(faq)).headers.etag).toBe(first.headers.etag)
    expect(cached.site.takeRenderedPaths()).not.toContain(faq)
    expect((await cached.site.request(`${faq} same-origin`.replace(' ', '%20'))).status).toBe(404)
  })
})

describe('publishing', () => {
  it('during a render never leaves the old page in the cache', async () => {
    await cached.publishFaq()
    const { reached, release } = cached.lake.hold('notFoundPage')
    const first = await cached.publishFaq('notFoundPage', { offline: true })
    await reached
    const early = cached.site.request(faq)
    const second = await cached.publishFaq(undefined, { offline: true })
    release()
    await cached.site.applied()
    // It waits for the held query, and may have read the second edition already.
    const { text } = await early
    expect(text.includes(first) || text.includes(second)).toBe(true)
    for (let times = 0; times < 50; times++) {
      expect((await cached.site.request(faq)).text).toContain(second)
    }
  })

  it('renders a page once for many concurrent requests', async () => {
    await cached.publishFaq()
    const { reached, release } = cached.lake.hold('notFoundPage')
    const words = await cached.publishFaq('notFoundPage', { offline: true })
    await reached
    const asking = Array.from({ length: 200 }, () => cached.site.request(faq))
    release()
    const responses = await Promise.all(asking)
    expect(responses.filter(({ text }) => text.includes(words))).toHaveLength(200)
    expect(cached.site.takeRenderedPaths()).toEqual([faq])
  })

  it('a redirect takes effect at a path that returned 404, without rendering', async () => {
    const path = '/services/old-name'
    expect((await cached.site.request(path)).status).toBe(404)
    const { _id } = await cached.lake.editor.create({
      _type: 'redirect',
      from: path,
      destination: { url: faq },
    })
    expect((await cached.site.request(path)).status).toBe(301)
    expect(cached.site.takeRenderedPaths()).not.toContain(path)
    await cached.lake.editor.delete(_id)
    expect((await cached.site.request(path)).status).toBe(404)
  })
})

describe('a page that links to another page', () => {
  /** Returns the address of a link on the FAQ page, or undefined if the page does not show it. */
  const address = async (label: string) =>
    new RegExp(`href="([^"]*)"[^>]*>${label}<`).exec((await cached.site.request(faq)).text)?.[1]

  it('is rendered again when that page is published, moved, or deleted', async () => {
    const { editor } = cached.lake
    const document = await editor.getDocument('business-driver')
    if (!document) throw new Error('The seed has no page for drivers')
    const page = { _type: 'reference', _ref: 'feature-new', _weak: true }
    const link = { _key: 'a', label: 'Chosen', destination: { _type: 'link', page } }
    await editor.patch('siteSettings').append('headerLinks', [link]).commit()
    const shown = () => address('Chosen')
    const slug = (current: string) => ({ slug: { _type: 'slug', current } })
    await editor.create({ ...document, ...slug('new'), _id: 'feature-new' })
    expect(await shown()).toBe('/business/new')
    await editor.patch('feature-new').set(slug('newer')).commit()
    expect(await shown()).toBe('/business/newer')
    await editor.delete('feature-new')
    expect(await shown()).toBeUndefined()
    await editor.patch('siteSettings', { unset: ['headerLinks[_key=="a"]'] }).commit()
    await cached.site.applied()
  })
})

describe('a request', () => {
  it('gets the same response for any headers', async () => {
    const plain = await cached.site.request(faq)
    const strange: Record<string, string>[] = [
      { cookie: 'session=1; previewed=1; _ga=2' },
      { range: 'bytes=0-10' },
      { authorization: 'Basic YTpi' },
      { 'cache-control': 'no-cache', pragma: 'no-cache' },
      { host: 'evil.test' },
      { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'gopher' },
      { 'x-forwarded-for': '192.0.2.1', forwarded: 'host=evil.test' },
      { 'x-original-url': '/evil', 'x-rewrite-url': '/evil' },
      { 'x-http-method-override': 'DELETE', referer: 'https://evil.test/' },
    ]
    for (const headers of strange) {
      const response = await cached.site.request(faq, headers)
      expect(response.status, JSON.stringify(headers)).toBe(200)
      expect(response.text, JSON.stringify(headers)).toBe(plain.text)
      expect(response.headers['set-cookie']).toBeUndefined()
    }
    expect(plain.text).toContain('href="https://halvi.test/support/faq"')
  })

  it('with a matching If-None-Match gets 304 without a body', async () => {
    const { headers } = await cached.site.request(faq)
    const etag = headers.etag ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const condition of [etag, `W/${etag}`, `"a", W/"b" , ${etag}`, '*', `,,${etag}`]) {
      const response = await cached.site.request(faq, { 'if-none-match': condition })
      expect(response.status, condition).toBe(304)
      expect(response.body, condition).toHaveLength(0)
      expect(response.headers.etag, condition).toBe(etag)
      expect(response.headers['cache-control'], condition).toBe(headers['cache-control'])
      expect(response.headers.vary, condition).toBe('Accept-Encoding, Sec-Fetch-Site')
    }
    for (const condition of ['"a"', etag.slice(1, -1), `"${etag}`, '', 'W/']) {
      expect(
        (await cached.site.request(faq, { 'if-none-match': condition })).status,
        condition,
      ).toBe(200)
    }
  })

  it('with HEAD gets the same headers without a body', async () => {
    const whole = await cached.site.request(faq)
    const head = await cached.site.request(faq, {}, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.body).toHaveLength(0)
    const { date: _1, ...headers } = head.headers
    const { date: _2, ...expected } = whole.headers
    expect(headers).toEqual(expected)
  })

  // This test is last, because it restarts the site.
  it('leaves no trace in the page that it caused to be rendered', async () => {
    await cached.site.close()
    cached.site = await startCachedSite(cached.lake, cached.dataDir)
    const poison = { host: 'evil.test', 'x-forwarded-host': 'evil.test', cookie: 'evil=1' }
    const paths = ['/', faq, '/waitlist', '/affiliates/challenge']
    for (const path of paths) {
      await cached.site.request(`${path}?evil=1`, { ...poison, referer: 'http://evil' })
    }
    for (const path of paths) {
      const { text, headers } = await cached.site.request(path)
      expect(text + JSON.stringify(headers), path).not.toContain('evil')
    }
  })
})
