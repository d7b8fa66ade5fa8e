import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPreview, localPath } from './preview.ts'

const source = { projectId: 'a1b2c3d4', dataset: 'production' }
const api = 'https://a1b2c3d4.api.sanity.io/v2025-02-19/data/query/production'

const network = setupServer()
beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
afterEach(() => network.resetHandlers())
afterAll(() => network.close())

/** A hosted project that answers every query so; returns what it was asked. */
function answering(body: (url: URL) => object): URL[] {
  const asked: URL[] = []
  network.use(
    http.get(api, ({ request }) => {
      expect(request.headers.get('authorization')).toBe('Bearer read-token')
      const url = new URL(request.url)
      asked.push(url)
      return HttpResponse.json(body(url))
    }),
  )
  return asked
}

function open(now = Date.now) {
  const preview = createPreview(source, 'read-token', { now })
  if (!preview) throw new Error('No preview with a token')
  return preview
}

describe('the preview of a hosted project', () => {
  it('does not exist without a token', () => {
    expect(createPreview(source, undefined)).toBeUndefined()
  })

  it('reads drafts from the API, and their origins for those who edit', async () => {
    const asked = answering(() => ({ result: 'Words', ms: 1 }))
    const until = Date.now() + 1000
    await open().reader({ kind: 'link', until }, '/').fetch('*[0].title')
    await open()
      .reader({ kind: 'studio', until }, '/')
      .fetch('*[0].title')
      .catch(() => {})
    expect(asked.map(({ searchParams }) => searchParams.get('perspective'))).toEqual([
      'drafts',
      'drafts',
    ])
    expect(asked.map(({ searchParams }) => searchParams.get('resultSourceMap'))).toEqual([
      null,
      'withKeyArraySelector',
    ])
  })

  it('lets in who shows a secret that the project knows', async () => {
    const asked = answering((url) => {
      const secret = JSON.parse(url.searchParams.get('$secret') ?? '')
      const known = { _id: 'drafts.s', _updatedAt: new Date().toISOString(), secret, studioUrl: '' }
      return { result: { private: secret === written ? known : null, public: null } }
    })
    const written = 'a-secret-that-was-written'
    const enter = (secret: string) =>
      open().enter(`/preview/enable?sanity-preview-secret=${secret}&sanity-preview-pathname=/index`)
    expect(await enter(written)).toBe('/index')
    expect(await enter('a-secret-that-was-guessed')).toBeUndefined()
    expect(asked.map(({ searchParams }) => searchParams.get('perspective'))).toEqual(['raw', 'raw'])
    for (const none of ['', 'x', '" || true', 'x'.repeat(5_000)]) {
      expect(await enter(encodeURIComponent(none))).toBeUndefined()
    }
    expect(asked).toHaveLength(2)
  })

  it('takes a session for as long as it is good', () => {
    let now = Date.now()
    const preview = open(() => now)
    const { text } = preview.issue('link', { milliseconds: 1000 })
    expect(preview.sessionOf(`a=b; preview=${text}`)).toMatchObject({ kind: 'link' })
    now += 1000
    expect(preview.sessionOf(`preview=${text}`)).toBeUndefined()
    expect(preview.read(text)).toBe('expired')
  })
})

describe('a preview where people have accounts', () => {
  const signedIn = new Set(['session=ada'])
  const here = new Set(['ada'])
  const staff = {
    signedIn: (cookies = '') =>
      [...signedIn].some((session) => cookies.includes(session)) ? 'ada' : undefined,
    isHere: (id: string) => here.has(id),
  }
  const preview = createPreview(source, 'read-token', { staff })

  it('of the Studio ends with the session there', () => {
    const cookies = `session=ada; preview=${preview?.issue('studio').text}`
    expect(preview?.sessionOf(cookies)).toMatchObject({ kind: 'studio' })
    expect(preview?.sessionOf(cookies.replace('session=ada', ''))).toBeUndefined()
    signedIn.clear()
    expect(preview?.sessionOf(cookies)).toBeUndefined()
    signedIn.add('session=ada')
  })

  it('is entered by the session, from a page of the Studio alone', () => {
    const enter = (headers: Record<string, string>) =>
      preview?.enterSignedIn(
        new Request('https://halvi.test/preview/enable?sanity-preview-pathname=//a/b', { headers }),
      )
    const own = { 'sec-fetch-site': 'same-origin' }
    expect(enter({ ...own, cookie: 'session=ada' })).toBe('/b')
    expect(enter({ ...own, cookie: 'session=eve' })).toBeUndefined()
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect(enter({ 'sec-fetch-site': site, cookie: 'session=ada' })).toBeUndefined()
    }
    expect(enter({ cookie: 'session=ada' })).toBeUndefined()
  })

  it('by a link ends when who made it is removed', () => {
    const link = preview?.issue('link', { cookies: 'session=ada' }).text ?? ''
    expect(preview?.sessionOf(`preview=${link}`)).toMatchObject({ kind: 'link', by: 'ada' })
    here.clear()
    expect(preview?.sessionOf(`preview=${link}`)).toBeUndefined()
    expect(preview?.read(link)).toBe('expired')
    expect(preview?.read(link.replace('ada', 'eve'))).toBeUndefined()
  })
})

describe('a path of this site', () => {
  it.each([
    ['/support/faq?q=a#commission', '/support/faq?q=a#commission'],
    ['https://evil.test/a', '/a'],
    ['//evil.test/a', '/a'],
    ['https://here//evil.test', '/evil.test'],
    ['/\\evil.test', '/'],
    ['javascript:alert(1)', '/'],
    ['x:\\\\evil.test', '/'],
    ['http://[', '/'],
  ])('is found in %s', (path, local) => {
    expect(localPath(path)).toBe(local)
  })
})
