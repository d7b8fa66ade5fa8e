import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canonicalPaths } from '../journeys/paths.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { expectNoErrorsIn, fuzz, fuzzTimeoutMs } from './fuzzing.ts'
import { request } from './request.ts'
import { ResponseHeads } from './response-heads.ts'

let site: RunningSite
let image: string
beforeAll(async () => {
  await start()
  const page = await (await fetch(`${site.url}/index`)).text()
  image = /\/images\/[^"?]+/.exec(page)?.[0] ?? ''
  expect(image).not.toBe('')
}, 60_000)
afterAll(() => site.remove())

async function start(): Promise<void> {
  site = await startSite({ CONTENT_API: 'public', STUDIO_PASSWORD: 'a password of tests only' })
}

let connections = 0

/** Sends bytes in Latin-1 over a new connection. Returns the status of the response, or 0 without one. */
function exchange(bytes: string): Promise<number> {
  const { hostname: host, port } = new URL(site.url)
  // The addresses vary, because a single address would reach its limits.
  const localAddress = `127.0.2.${1 + (connections++ % 250)}`
  const socket = connect({ host, port: Number(port), localAddress })
  const heads = new ResponseHeads()
  let status = 0
  socket.on('data', (piece) => {
    status = heads.read(piece).find((head) => head.status >= 200)?.status ?? status
    if (status > 0) socket.destroy()
  })
  // The site may reset the connection, or wait for the rest of an incomplete request.
  socket.on('error', () => {}).setTimeout(1_000, () => socket.destroy())
  socket.write(bytes, 'latin1')
  return new Promise((resolve) => socket.on('close', () => resolve(status)))
}

const words = (text: string) => fc.constantFrom(...text.split(' '))
const bytes = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((array) => Buffer.from(array).toString('latin1'))
/** Generates bytes of a single line without spaces. */
const token = bytes(8).map((text) => text.replaceAll(/[\r\n ]/g, '+'))

const value = fc.oneof(
  words('1 -1 0 100 true * *[0] "x" raw drafts / //a 0,0,9,9 max webp format entropy root'),
  words('routes/_index % %00 %ff %ed%a0%80 __proto__ ..%2f a%0d%0ab'),
  fc.string({ maxLength: 10 }).map(encodeURIComponent),
  token,
)
const pairsOf = (names: string, maxLength: number) =>
  fc
    .array(fc.tuple(words(names), value), { maxLength })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))
const query = pairsOf(
  'q query $x perspective returnQuery resultSourceMap tag to pass w h fit crop rect fm auto blur ' +
    'dpr or bg dl token _data index _routes sanity-preview-secret sanity-preview-pathname includeDrafts',
  3,
)

const paths = () => [
  ...[...canonicalPaths, image, image.replace(/-.*/, '-1x1.png'), `/${'a'.repeat(9_000)}`],
  ...'/v2025-02-19/data/query/production /v1/data/query/other /vX/data/doc/production/a'.split(' '),
  ...'/v1/data/listen/production /v1/data/mutate/production /v1/assets/images/halvi'.split(' '),
  ...'/v1/users/me /v1/auth/login /v1/auth/logout /v1/auth/setup /v1/projects/halvi'.split(' '),
  ...'/v1/data/history/production/documents/a /files/halvi/production/a.pdf /readyz'.split(' '),
  ...'/metrics /sitemap.xml /preview/enable /preview/open /preview/share /studio/'.split(' '),
  ...'/preview/changes /services/unknown /__manifest //a/.. /%2e%2e/%00 * http://x/'.split(' '),
]

const header = fc.tuple(
  words(
    'Accept Accept-Encoding Cookie Range If-Range If-None-Match Authorization Origin Referer ' +
      'Sec-Fetch-Site X-Forwarded-For X-Forwarded-Host Expect Host Connection Upgrade TE ' +
      'Content-Encoding Last-Event-ID If-Modified-Since Transfer-Encoding Content-Length X-A',
  ),
  fc.oneof(
    words('*/* br,gzip;q=0 preview=x;a=b sanitySession=x bytes=0-9 bytes=9-0,0- "a",W/"b" null'),
    words('same-origin cross-site 127.0.0.1 evil.example 100-continue websocket close gzip -1'),
    token,
  ),
)

const body = fc.oneof(
  fc.constant({ type: 'text/plain', content: '' }),
  pairsOf('name email interests message homepage __proto__', 8).map((content) => ({
    ...{ type: 'application/x-www-form-urlencoded', content },
  })),
  fc
    .oneof(
      fc.json({ maxDepth: 4 }),
      words('{"query":"*"} {"query":1} {"password":{}} {"mutations":[{"create":{}}]} ['),
    )
    .map((content) => ({ type: 'application/json', content })),
  bytes(100).map((content) => ({ type: 'multipart/form-data; boundary=x', content })),
)

/** An HTTP/1.1 request that is almost valid, or any bytes. */
const requests = () => {
  const method = words('GET GET GET GET POST POST HEAD PUT DELETE OPTIONS get')
  const target = fc.tuple(fc.constantFrom(...paths()), query).map((parts) => parts.join('?'))
  const headers = fc.array(header, { maxLength: 6 }).map(Object.fromEntries)
  const valid = fc
    .tuple(method, target, headers, body)
    .map(([method, target, headers, { type, content }]) => {
      const sent = content.replaceAll(/[^\0-\xff]/g, '?')
      const framing = sent && { 'Content-Type': type, 'Content-Length': sent.length }
      return request(method, target, { ...framing, ...headers }, sent)
    })
  return fc.oneof({ arbitrary: valid, weight: 9 }, { arbitrary: bytes(200), weight: 1 })
}

it(
  'responds to any bytes over HTTP with a status below 500 or with 503, or closes the connection',
  async () => {
    const responses = new Map<number, number>()
    const together = fc.array(requests(), { minLength: 1, maxLength: 10 })
    const run = fc.asyncProperty(together, async (sent) => {
      // Shrinking a failure needs a running site for each run.
      if (site.process.exitCode !== null || site.process.signalCode) {
        await site.remove()
        await start()
      }
      const { process } = site
      const statuses = await Promise.all(sent.map(exchange))
      for (const status of statuses) responses.set(status, (responses.get(status) ?? 0) + 1)
      expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
      expect([process.exitCode, process.signalCode]).toEqual([null, null])
    })
    await fuzz(run, 500)
    // The cases were not all of the same kind.
    for (const status of [200, 400, 404]) expect([...responses.keys()]).toContain(status)
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
    expectNoErrorsIn(site)
  },
  fuzzTimeoutMs,
)
