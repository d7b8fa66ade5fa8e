import type { SanityClient } from '@sanity/client'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { VERCEL_STEGA_REGEX, vercelStegaDecodeAll } from '@vercel/stega'
import { officePaths } from 'halvi-site/office-protocol'
import { sessionKey, writeSession } from 'halvi-site/preview/preview-session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdministrator, newPerson, post } from './administrator.ts'
import { createPageHandler } from './page-handler.ts'
import { lakeTokenOf, type RunningSite, startSite } from './running-site.ts'
import { contentOf } from './site-content.ts'
import { auditEntries } from './stored-leads.ts'

let site: RunningSite
let editor: SanityClient
let key: Buffer
let session: string
/** The preview cookie from a shared link. */
let shared: string

beforeAll(async () => {
  site = await startSite()
  key = sessionKey(lakeTokenOf(site))
  session = await createAdministrator(site)
  editor = contentOf(site)
  shared = `preview=${await newLink(session)}`
  const page = await editor.getDocument('faqPage')
  await editor.create({ ...page, _type: 'faqPage', _id: 'drafts.faqPage', intro: draft })
})
afterAll(() => site.remove())

/** A draft text that is not published. */
const draft = 'Only those in preview read this.'
const day = 86_400_000

/** Returns the cookies of a preview: with a session of the Studio, or from a shared link. */
const cookie = (kind: 'studio' | 'link', until = Date.now() + day) =>
  kind === 'link' ? shared : `${session}; preview=${writeSession({ kind, until }, key)}`

function get(path: string, cookies?: string, init: RequestInit = {}) {
  const headers: HeadersInit = cookies ? { Cookie: cookies } : {}
  return fetch(site.url + path, { redirect: 'manual', headers, ...init })
}

/** Requests a shared link like the Studio. */
const share = (cookies?: string, search = 'sanity-preview-pathname=/support/faq') =>
  get(`/preview/share?${search}`, cookies, { method: 'POST' })

/** Returns the `pass` parameter of a new shared link. */
async function newLink(cookies: string): Promise<string> {
  const { url } = await (await share(cookies)).json()
  return new URL(url).searchParams.get('pass') ?? ''
}

/** Creates a preview secret like the Presentation tool of the Studio. */
async function secret(): Promise<string> {
  return (await createPreviewSecret(editor, 'test', `${site.url}/studio`)).secret
}

describe('starting a preview', () => {
  it('works with a secret created by staff', async () => {
    const search = `sanity-preview-secret=${await secret()}&sanity-preview-pathname=/support/faq`
    const response = await get(`/preview/enable?${search}`)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/support/faq')
    expect(response.headers.get('cache-control')).toContain('no-store')
    const set = response.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/^preview=studio\.[\w.-]+; .*HttpOnly; SameSite=Lax$/)
    const preview = set.split(';')[0]
    expect(await (await get('/support/faq', `${session}; ${preview}`)).text()).toContain(draft)
  })

  it.each([
    ['nothing', ''],
    ['an unknown secret', 'sanity-preview-secret=x&sanity-preview-pathname=/'],
    ['an empty secret', 'sanity-preview-secret=&sanity-preview-pathname=/'],
    ['GROQ', 'sanity-preview-secret=%22%20%7C%7C%20true&sanity-preview-pathname=/'],
  ])('returns 403 for %s', async (_what, search) => {
    const response = await get(`/preview/enable?${search}`)
    expect(response.status).toBe(403)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect((await share(undefined, search)).status).toBe(403)
  })

  it('returns 503 without a token that reads drafts', async () => {
    const pages = await createPageHandler()
    for (const path of ['/preview/enable?sanity-preview-secret=x', '/preview/open?pass=x']) {
      const response = await pages.request(path)
      expect(response.status).toBe(503)
      expect(await response.text()).toContain('SANITY_READ_TOKEN')
    }
    await pages.close()
  })
})

describe('a shared link', () => {
  it('shows drafts only with the link', async () => {
    const { url, until } = await (await share(session)).json()
    expect(until).toBeGreaterThan(Date.now() + 6 * day)
    expect(until).toBeLessThan(Date.now() + 8 * day)

    const { pathname, search: query } = new URL(url)
    const opened = await get(pathname + query)
    expect(opened.headers.get('location')).toBe('/support/faq')
    const set = opened.headers.get('set-cookie') ?? ''
    const page = await (await get('/support/faq', set.split(';')[0])).text()
    expect(page).toContain(draft)
    // The page has no links into the Studio.
    expect(page.replace(VERCEL_STEGA_REGEX, '')).toBe(page)
    // The link gives no access to the content API.
    const api = '/v2025-02-19/data/query/production?query=*&perspective=raw'
    expect((await get(api, set.split(';')[0])).status).toBe(401)
    expect(await get('/support/faq').then((response) => response.text())).not.toContain(draft)
  })

  it.each([
    ['expired', 410, () => writeSession({ kind: 'link', until: Date.now() - 1, id: 'a' }, key)],
    [
      'forged',
      403,
      () => writeSession({ kind: 'link', until: Date.now() + day }, sessionKey('guess')),
    ],
    ['empty', 403, () => ''],
  ])('that is %s returns an error page with status %i', async (_what, status, pass) => {
    const response = await get(`/preview/open?pass=${pass()}&to=/support/faq`)
    expect(response.status).toBe(status)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.text()).toMatch(/<h1[^>]*>This preview link /)
  })
})

describe('an account', () => {
  const staff = (path: string, cookies: string, method = 'GET') =>
    get(`/staff/v1/${path}`, undefined, { method, headers: { Cookie: cookies, Origin: site.url } })
  const sees = async (cookies: string) =>
    (await (await get('/support/faq', cookies)).text()).includes(draft)
  const pass = async (cookies: string) => `preview=${await newLink(cookies)}`
  const change = (id: string, action: string, body: object) =>
    post(site, `people/${id}/${action}`, body, session)

  it('can share links only in a role that edits', async () => {
    const expected = { viewer: 403, leads: 403, editor: 200 }
    for (const [role, status] of Object.entries(expected)) {
      const { cookies } = await newPerson(site, session, role)
      expect((await share(cookies)).status, role).toBe(status)
      // The secret of another staff member does not work.
      const search = `sanity-preview-secret=${await secret()}&sanity-preview-pathname=/`
      expect((await share(cookies, search)).status, role).toBe(status)
      expect((await staff('preview-links', cookies)).status, role).toBe(status)
    }
    expect((await share()).status).toBe(403)
    // The content token belongs to a program, which cannot own links.
    const headers = { Authorization: `Bearer ${lakeTokenOf(site)}` }
    expect((await get('/preview/share', undefined, { method: 'POST', headers })).status).toBe(403)
  })

  it('in a role that does not edit cannot use the secret of an editor', async () => {
    const { cookies } = await newPerson(site, session, 'viewer')
    const author = await newPerson(site, session, 'editor')
    const client = editor.withConfig({
      token: undefined as never,
      headers: { cookie: author.cookies, origin: site.url, connection: 'close' },
    })
    const { secret } = await createPreviewSecret(client, 'test', `${site.url}/studio`, author.id)
    const enable = `/preview/enable?sanity-preview-secret=${secret}&sanity-preview-pathname=/`
    for (const query of ['*', '*[_type == "sanity.previewUrlSecret"]']) {
      const search = `query=${encodeURIComponent(query)}&perspective=raw`
      const response = await get(`/v2025-02-19/data/query/production?${search}`, cookies)
      expect(response.status).toBe(200)
      expect(await response.text()).not.toContain(secret)
    }
    expect((await get(enable, cookies)).status).toBe(403)
    expect((await get(enable)).status).toBe(403)
    expect((await get(enable, author.cookies)).status).toBe(303)
  })

  it('lists and revokes links, and the audit log has all actions', async () => {
    const { cookies, id } = await newPerson(site, session, 'editor')
    const link = await pass(cookies)
    const opened = await get(`/preview/open?${link.replace('preview=', 'pass=')}`)
    expect(opened.status).toBe(303)
    const { links } = await (await staff('preview-links', session)).json()
    const mine = links.filter((one: { owner: { id: string } }) => one.owner.id === id)
    expect(mine).toEqual([
      expect.objectContaining({ path: '/support/faq', used: expect.stringMatching(/^20/) }),
    ])
    expect(JSON.stringify(links)).not.toContain(link.replace('preview=', ''))
    expect(await sees(link)).toBe(true)
    const stream = await get('/preview/changes', link)
    expect((await staff(`preview-links/${mine[0].id}`, cookies, 'DELETE')).status).toBe(204)
    expect(await sees(link)).toBe(false)
    expect((await get(`/preview/open?${link.replace('preview=', 'pass=')}`)).status).toBe(410)
    // The stream of changes ends as well.
    await stream.text()
    const about = auditEntries(site.dataDir).filter(({ detail }) => detail.link === mine[0].id)
    expect(about.map(({ action }) => action)).toEqual([
      ...['preview.revoked', 'preview.opened', 'preview.shared'],
    ])
    expect(about.at(-1)?.actor).toBe(id)
  })

  it('loses its links when it is removed', async () => {
    const { cookies, id } = await newPerson(site, session, 'editor')
    const link = await pass(cookies)
    expect(await sees(link)).toBe(true)
    await change(id, 'remove', {})
    expect(await sees(link)).toBe(false)
  })

  it('loses its links permanently when its role changes to one that cannot share', async () => {
    const { cookies, id } = await newPerson(site, session, 'editor')
    const links = [await pass(cookies), await pass(cookies)]
    await change(id, 'roles', { roles: ['leads'] })
    expect(await sees(links[0] ?? '')).toBe(false)
    await change(id, 'roles', { roles: ['editor'] })
    for (const link of links) expect(await sees(link)).toBe(false)
  })
})

/** Pages of several types. */
const severalPages = ['/', '/onboarding', '/affiliates/challenge', '/support/faq', '/nothing-here']

describe('a page in preview', () => {
  it.each(severalPages)('marks each text of %s with its link into the Studio', async (path) => {
    const response = await get(path, cookie('studio'))
    expect(response.status).toBe(path === '/nothing-here' ? 404 : 200)
    const html = await response.text()
    // Marks have multibyte characters, for which React 18 may write NUL.
    expect(html).not.toContain('\0')
    const [body = ''] = /<main.*<\/main>/s.exec(html) ?? []
    const marks = vercelStegaDecodeAll<{ href: string }>(body)
    expect(marks.length).toBeGreaterThan(0)
    for (const { href } of marks)
      expect(href).toMatch(/^\/studio\/intent\/edit\/mode=presentation;id=/)
  })

  it('has no marks in its head, links, and attributes', async () => {
    for (const path of ['/support/faq', '/affiliates/challenge']) {
      const html = await (await get(path, cookie('studio'))).text()
      const [head = ''] = /<head>.*<\/head>/s.exec(html) ?? []
      expect(head.replace(VERCEL_STEGA_REGEX, ''), path).toBe(head)
      for (const [attribute] of html.matchAll(
        / (href|src|srcset|id|datetime|data-hue|value)="[^"]*"/gi,
      )) {
        expect(attribute.replace(VERCEL_STEGA_REGEX, ''), path).toBe(attribute)
      }
      expect(head).toContain('application/ld+json')
    }
  })

  it('does not show the metrics and the state of the office', async () => {
    for (const path of Object.values(officePaths)) {
      expect((await get(path, shared)).status, path).toBe(404)
    }
  })

  it('is not cached or indexed, for any path and status', async () => {
    const destination = { _type: 'link', url: '/waitlist' }
    const redirect = { _id: 'drafts.moved', _type: 'redirect', from: '/moved', destination }
    await editor.createOrReplace(redirect)
    const paths = [
      ...['/waitlist', '/faq', '/moved', '/nothing-here', '/waitlist/'],
      ...['/support/faq.data', '/_root.data', '/__manifest?p=/', '/preview/open?pass=x'],
      ...['/preview/enable'],
    ]
    for (const path of paths) {
      const { status, headers } = await get(path, shared, { redirect: 'manual' })
      const label = `${path} ${status}`
      expect(headers.get('cache-control'), label).toBe('private, no-store')
      expect(headers.get('x-robots-tag'), label).toBe('noindex')
      expect([301, 308], label).not.toContain(status)
    }
    expect((await get('/moved', shared)).status).toBe(302)
    expect((await get('/faq', shared)).status).toBe(302)
    expect((await get('/faq')).status).toBe(301)
    await editor.delete('drafts.moved')
  })

  it('has the data of a page for its client, in each language', async () => {
    for (const [path, isArabic] of [
      ['/support/faq.data', false],
      ['/ar/support/faq.data', true],
      ['/ar.data', true],
    ] as const) {
      const response = await get(path, cookie('studio'))
      const text = await response.text()
      const letters = text.match(/[\u0620-\u064a]/g) ?? []
      expect([response.status, letters.length > 1_000], path).toEqual([200, isArabic])
    }
  })

  it('allows inline styles for the overlays only in the Studio', async () => {
    const policy = async (cookies?: string) =>
      (await get('/support/faq', cookies)).headers.get('content-security-policy')
    expect(await policy(cookie('studio'))).toContain("style-src 'self' 'unsafe-inline';")
    expect(await policy(cookie('link'))).toContain("style-src 'self';")
    expect(await policy()).toContain("style-src 'self' 'sha256-")
  })

  it('gets an event when a draft changes', async () => {
    const response = await get('/preview/changes', cookie('link'))
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const next = async () => {
      let received = ''
      while (!received.includes('data: change')) received += (await reader?.read())?.value ?? ''
    }
    // The first event covers changes between the render of the page and this request.
    await next()
    await editor
      .patch('drafts.faqPage')
      .set({ noResults: `${Date.now()}` })
      .commit()
    await next()
    await reader?.cancel()
  })
})

describe('a visitor', () => {
  it.each([
    ['no cookie', () => undefined],
    [
      'a forged cookie',
      () => 'preview=studio.zzzzzzzz.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    ],
    ['an expired cookie', () => cookie('studio', Date.now() - 1)],
    ['a preview cookie without a Studio session', () => cookie('studio').replace(session, '')],
    ['a malformed cookie', () => 'preview=; preview=%00; preview'],
  ])('with %s gets the public page without any code of the preview', async (_what, cookies) => {
    const html = await (await get('/support/faq', cookies())).text()
    expect(html).not.toContain(draft)
    expect(html).not.toMatch(/preview|sanity|<script[^>]+type="module"/i)
    expect(html.replace(VERCEL_STEGA_REGEX, '')).toBe(html)
    expect((await get('/preview/changes', cookies())).status).toBe(403)
  })

  it('gets no code of the preview in the scripts of a page', async () => {
    const html = await (await get('/waitlist')).text()
    const names = [...html.matchAll(/\/assets\/[\w.()$-]+\.js/g)].map(([name]) => name)
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) {
      const script = await (await get(name)).text()
      // The scripts may contain only the name of the preview's file and the list of routes.
      expect(script.replaceAll(/live-preview-[\w-]+\.js/g, ''), name).not.toMatch(
        /visual-?editing|stega[A-Z]|"\/preview\/(changes|disable)/i,
      )
    }
  })
})

describe('leaving the preview', () => {
  it('clears the cookie', async () => {
    const response = await get('/preview/disable?to=/support/faq', cookie('studio'), {
      method: 'POST',
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/support/faq')
    expect(response.headers.get('set-cookie')).toMatch(/^preview=; .*Max-Age=0/)
  })

  it('is rejected with 403 from another site', async () => {
    const headers = { Origin: 'https://evil.test' }
    const response = await get('/preview/disable', undefined, { method: 'POST', headers })
    expect(response.status).toBe(403)
  })
})
