import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningSite, startSite } from './running-site.ts'
import { sendRaw } from './send-raw.ts'

let site: RunningSite
beforeAll(async () => {
  site = await startSite({ CONTENT_API: 'public' })
})
afterAll(() => site.remove())

const lines = (...all: string[]) => `${all.join('\r\n')}\r\nConnection: close\r\n\r\n`

describe('a malformed request with', () => {
  it.each([
    ['no host', lines('GET / HTTP/1.1'), 400],
    ['an invalid host', lines('GET / HTTP/1.1', 'Host: [::'), 400],
    ['a host with a path', lines('GET / HTTP/1.1', 'Host: a/b@c:x'), 400],
    ['an absolute target', lines('GET http://other.test/ HTTP/1.1', 'Host: a'), 400],
    ['a broken escape', lines('GET /%E0%A4%A HTTP/1.1', 'Host: a'), 400],
    ['a parameter of earlier Remix', lines('GET /Search?_data=root HTTP/1.1', 'Host: a'), 400],
    ['an escaped NUL', lines('GET /%00 HTTP/1.1', 'Host: a'), 404],
    ['a path outside the folder', lines('GET /../../etc/passwd HTTP/1.1', 'Host: a'), 404],
    ['two slashes', lines('GET //other.test/ HTTP/1.1', 'Host: a'), 404],
    ['a query of 8,000 characters', lines(`GET /?q=${'x'.repeat(8000)} HTTP/1.1`, 'Host: a'), 200],
    ['a path of 2,000 characters', lines(`GET /${'x'.repeat(1999)} HTTP/1.1`, 'Host: a'), 404],
    ['a longer path', lines(`GET /${'/'.repeat(2000)} HTTP/1.1`, 'Host: a'), 414],
    [
      'a longer path of the Studio',
      lines(`GET /studio/${'x'.repeat(2000)} HTTP/1.1`, 'Host: a'),
      414,
    ],
    ['a longer path of a form', lines(`POST /${'/'.repeat(9000)}x HTTP/1.1`, 'Host: a'), 414],
    ['a long path with a query', lines(`PUT /${'/'.repeat(2000)}?a HTTP/1.1`, 'Host: a'), 414],
    [
      'a longer path to upgrade',
      `GET /${'/'.repeat(9000)}x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      414,
    ],
    [
      'a long path of the content API',
      lines(`GET /v1/${'/'.repeat(9000)} HTTP/1.1`, 'Host: a'),
      404,
    ],
    ['headers of 100 kB', lines('GET / HTTP/1.1', 'Host: a', `X: ${'x'.repeat(100_000)}`), 431],
  ])('%s returns the documented status', async (_what, request, status) => {
    expect(await sendRaw(site.url, request)).toBe(status)
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])('%s is not allowed', async (method) => {
    expect(await sendRaw(site.url, lines(`${method} /waitlist HTTP/1.1`, 'Host: a'))).toBe(405)
  })
})

describe('every response', () => {
  it('has the request id of its log line', async () => {
    const response = await fetch(`${site.url}/support/faq?q=Amina`)
    const id = response.headers.get('x-request-id') ?? 'none'
    expect(await site.logged(id)).not.toContain('Amina')
  })

  it('has security headers', async () => {
    for (const path of ['/', '/waitlist', '/nothing', '/favicon.ico']) {
      const { headers } = await fetch(site.url + path)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin')
      expect(headers.get('permissions-policy'), path).toContain('camera=()')
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
      expect(headers.get('strict-transport-security'), path).toBeNull()
    }
    for (const path of ['/', '/waitlist', '/nothing']) {
      const response = await fetch(site.url + path)
      const policies = response.headers.get('content-security-policy') ?? ''
      expect(policies, path).toMatch(/script-src 'self'[^;]*;/)
      expect(policies, path).not.toMatch(/script-src [^;]*unsafe/)
      expect(policies, path).toContain("frame-ancestors 'self'")
      expect(await response.text(), path).not.toContain('nonce=')
    }
  })

  it('does not name the software', async () => {
    const response = await fetch(site.url)
    expect(response.headers.get('x-powered-by')).toBeNull()
  })
})

describe('a form with the origin "null"', () => {
  const filled = {
    '/waitlist': { name: 'Amina "Q"', custom_interest: 'Tailoring' },
  }
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
    fetch(site.url + path, {
      method: 'POST',
      headers: { Origin: 'null', ...headers },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })

  it('is accepted if Sec-Fetch-Site is same-origin', async () => {
    const fields = { name: 'Amina', email: 'amina@example.com', interests: 'openStore' }
    const own = { 'Sec-Fetch-Site': 'same-origin' }
    expect((await post('/waitlist', fields, own)).status).toBe(303)
    expect((await post('/waitlist', { ...fields, name: '' }, own)).status).toBe(400)
  })

  it.each(Object.entries(filled))(
    'is rejected at %s with all values kept',
    async (path, fields) => {
      for (const site of [undefined, 'none', 'same-site', 'cross-site']) {
        const response = await post(path, fields, site ? { 'Sec-Fetch-Site': site } : {})
        const page = await response.text()
        expect(response.status, site).toBe(403)
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(page.match(/role="alert"/g)).toHaveLength(1)
        expect(page).toContain('value="Amina &quot;Q&quot;"')
        for (const words of Object.values(fields).slice(1)) expect(page).toContain(words)
      }
    },
  )

  it('is rejected with 403 at a path without a form', async () => {
    expect((await post('/support/faq', {}, {})).status).toBe(403)
    expect((await post('/preview/share', {}, {})).status).toBe(403)
  })
})

describe('files', () => {
  it('with a hash in their name are cached permanently', async () => {
    const html = await (await fetch(site.url)).text()
    const script = /data-islands="(\/assets\/[^"]+\.js)"/.exec(html)?.[1]
    const response = await fetch(site.url + script, { headers: { 'Accept-Encoding': 'br' } })
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('permissions-policy')).toBeNull()
  })
})

describe('the content API', () => {
  const api = '/v2025-02-19/data'

  it('returns published content to anyone if it is public', async () => {
    const query = encodeURIComponent('*[_type == "branch"]{name}')
    const response = await fetch(`${site.url}${api}/query/production?query=${query}`)
    expect(response.status).toBe(200)
    expect((await response.json()).result.length).toBeGreaterThan(3)
  })

  it('rejects access to drafts and mutations without the token', async () => {
    const drafts = `${site.url}${api}/query/production?query=*&perspective=raw`
    expect((await fetch(drafts)).status).toBe(401)
    const write = await fetch(`${site.url}${api}/mutate/production`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ mutations: [{ delete: { id: 'siteSettings' } }] }),
    })
    expect(write.status).toBe(401)
  })
})
