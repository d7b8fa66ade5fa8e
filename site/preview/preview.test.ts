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

/** Mocks a hosted project's response to every query. Returns the URLs of the requests. */
function mockQueries(body: (url: URL) => object): URL[] {
  const requests: URL[] = []
  network.use(
    http.get(api, ({ request }) => {
      expect(request.headers.get('authorization')).toBe('Bearer read-token')
      const url = new URL(request.url)
      requests.push(url)
      return HttpResponse.json(body(url))
    }),
  )
  return requests
}

/** The ids of valid links. */
const valid = new Set<string>()
const opened: string[] = []
const links = {
  async add() {
    valid.add('link1')
    return { id: 'link1', until: Date.now() + 1000 }
  },
  use: async (id: string) => valid.has(id),
  noteOpened: async (id: string) => void opened.push(id),
}

function open(now = Date.now) {
  const preview = createPreview(source, 'read-token', { links, now })
  if (!preview) throw new Error('No preview with a token')
  return preview
}

describe('the preview of a hosted project', () => {
  it('does not exist without a token', () => {
    expect(createPreview(source, undefined, { links })).toBeUndefined()
  })

  it('reads drafts from the API, with source maps for staff', async () => {
    const requests = mockQueries(() => ({ result: 'Words', ms: 1 }))
    const until = Date.now() + 1000
    await open().reader({ kind: 'link', until }, '/').fetch('*[0].title')
    await open()
      .reader({ kind: 'studio', until }, '/')
      .fetch('*[0].title')
      .catch(() => {})
    expect(requests.map(({ searchParams }) => searchParams.get('perspective'))).toEqual([
      'drafts',
      'drafts',
    ])
    expect(requests.map(({ searchParams }) => searchParams.get('resultSourceMap'))).toEqual([
      null,
      'withKeyArraySelector',
    ])
  })

  it('reads the releases in the URL for staff, and those that were shared for readers', async () => {
    const requests = mockQueries(() => ({ result: 'Words', ms: 1 }))
    const until = Date.now() + 1000
    const param = '/?sanity-preview-perspective='
    const read = async (session: Parameters<ReturnType<typeof open>['reader']>[0], url: string) => {
      await open()
        .reader(session, url)
        .fetch('*[0].title')
        .catch(() => {})
      return requests.pop()?.searchParams.get('perspective')
    }
    const staff = { kind: 'studio' as const, until }
    const reader = { kind: 'link' as const, until, perspective: ['rA', 'drafts'] }
    expect(await read(staff, `${param}rA,drafts`)).toBe('rA,drafts')
    expect(await read({ ...staff, perspective: ['rB'] }, '/')).toBe('rB')
    expect(await read({ ...staff, perspective: ['rB'] }, `${param}drafts`)).toBe('drafts')
    for (const invalid of ['raw', 'a.b', '', 'x'.repeat(65), Array(30).fill('r').join()]) {
      expect(await read(staff, param + invalid)).toBe('drafts')
    }
    expect(await read(reader, '/')).toBe('rA,drafts')
    expect(await read(reader, `${param}rOther`)).toBe('rA,drafts')
    expect(await read(reader, `${param}published`)).toBe('published')
  })

  it('puts the perspective of the Studio into sessions and links', async () => {
    const url = 'https://halvi.test/preview/enable?sanity-preview-perspective=rA,drafts'
    const cookies = (text: string) => `preview=${text}`
    const preview = open()
    const { text } = preview.issue(undefined, url)
    expect(await preview.sessionOf(cookies(text))).toMatchObject({ perspective: ['rA', 'drafts'] })
    const link = await preview.share('/', { id: 'ada', name: 'Ada' }, url)
    expect(await preview.open(link.text)).toMatchObject({ perspective: ['rA', 'drafts'] })
    expect(preview.issue(undefined).text).not.toContain('~')
    opened.length = 0
  })

  it('accepts only secrets that exist in the project', async () => {
    const requests = mockQueries((url) => {
      const secret = JSON.parse(url.searchParams.get('$secret') ?? '')
      const known = { _id: 'drafts.s', _updatedAt: new Date().toISOString(), secret, studioUrl: '' }
      expect(url.searchParams.get('query')).not.toContain('ShareAccess')
      return { result: secret === written ? known : null }
    })
    const written = 'a-secret-that-was-written'
    const enter = (secret: string) =>
      open().enter(
        new Request(
          `https://halvi.test/preview/enable?sanity-preview-secret=${secret}&sanity-preview-pathname=/index`,
        ),
      )
    expect(await enter(written)).toBe('/index')
    expect(await enter('a-secret-that-was-guessed')).toBeUndefined()
    expect(requests.map(({ searchParams }) => searchParams.get('perspective'))).toEqual([
      'raw',
      'raw',
    ])
    for (const malformed of ['', 'x', '" || true', 'x'.repeat(5_000)]) {
      expect(await enter(encodeURIComponent(malformed))).toBeUndefined()
    }
    expect(requests).toHaveLength(2)
  })

  it('accepts a link until it expires or is revoked', async () => {
    let now = Date.now()
    const preview = open(() => now)
    const { text } = await preview.share('/index', { id: 'ada', name: 'Ada' })
    const cookies = `a=b; preview=${text}`
    expect(await preview.open(text)).toMatchObject({ kind: 'link', id: 'link1' })
    expect(opened).toEqual(['link1'])
    expect(await preview.sessionOf(cookies)).toMatchObject({ kind: 'link' })
    valid.clear()
    expect(await preview.sessionOf(cookies)).toBeUndefined()
    expect(await preview.open(text)).toBe('expired')
    expect(preview.mayBeInPreview(cookies)).toBe(true)
    valid.add('link1')
    now += 2000
    expect(await preview.sessionOf(cookies)).toBeUndefined()
    expect(await preview.open(text)).toBe('expired')
    expect(preview.mayBeInPreview(cookies)).toBe(false)
  })
})

describe('the preview of a site with its own accounts', () => {
  const signedIn = new Map([
    ['session=ada', 'ada'],
    ['session=eve', 'eve'],
  ])
  const staff = {
    signedIn: (cookies = '') => [...signedIn].find(([session]) => cookies.includes(session))?.[1],
    mayUseSecret: (secret: string, cookies = '') =>
      secret === 'a-secret-written-by-ada' && cookies.includes('session=ada'),
  }
  const preview = createPreview(source, 'read-token', { staff, links })

  it('is valid only while the same staff member is signed in to the Studio', async () => {
    const cookies = `session=ada; preview=${preview?.issue('session=ada').text}`
    expect(await preview?.sessionOf(cookies)).toMatchObject({ kind: 'studio' })
    expect(await preview?.sessionOf(cookies.replace('session=ada', ''))).toBeUndefined()
    expect(await preview?.sessionOf(cookies.replace('=ada', '=eve'))).toBeUndefined()
    signedIn.delete('session=ada')
    expect(await preview?.sessionOf(cookies)).toBeUndefined()
    signedIn.set('session=ada', 'ada')
  })

  it('accepts a sign-in session only in requests from this site', () => {
    const enter = (headers: Record<string, string>) =>
      preview?.enterSignedIn(
        new Request('https://halvi.test/preview/enable?sanity-preview-pathname=//a/b', { headers }),
      )
    const sameOrigin = { 'sec-fetch-site': 'same-origin' }
    expect(enter({ ...sameOrigin, cookie: 'session=ada' })).toBe('/b')
    expect(enter({ ...sameOrigin, cookie: 'session=none' })).toBeUndefined()
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect(enter({ 'sec-fetch-site': site, cookie: 'session=ada' })).toBeUndefined()
    }
    expect(enter({ cookie: 'session=ada' })).toBeUndefined()
  })

  it('accepts a secret only from its author', async () => {
    const url = 'https://halvi.test/preview/enable?sanity-preview-secret='
    const enter = (secret: string, cookie: string) =>
      preview?.enter(new Request(url + secret, { headers: { cookie } }))
    expect(await enter('a-secret-written-by-ada', 'session=ada')).toBe('/')
    expect(await enter('a-secret-written-by-ada', 'session=eve')).toBeUndefined()
    expect(await enter('a-secret-written-by-eve', 'session=ada')).toBeUndefined()
  })
})

describe('localPath', () => {
  it.each([
    ['/support/faq?q=a#commission', '/support/faq?q=a#commission'],
    ['https://evil.test/a', '/a'],
    ['//evil.test/a', '/a'],
    ['https://here//evil.test', '/evil.test'],
    ['/\\evil.test', '/'],
    ['javascript:alert(1)', '/'],
    ['x:\\\\evil.test', '/'],
    ['http://[', '/'],
  ])('converts %s to %s', (path, local) => {
    expect(localPath(path)).toBe(local)
  })
})
