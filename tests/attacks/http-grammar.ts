import fc, { type Arbitrary } from 'fast-check'
import { canonicalPaths } from '../journeys/paths.ts'

/** Bytes to send, in Latin-1, and whether they are complete, so that a response is due. */
interface Sent {
  bytes: string
  isWhole: boolean
}

/** An HTTP/1.1 request that is almost valid. */
export function requests(image: string): Arbitrary<Sent> {
  const parts = fc.record({
    method,
    target: targets(image),
    version,
    headers: fc.array(header, { maxLength: 6 }),
    body: framedBody,
  })
  const request = parts.map(({ method, target, version, headers, body }) => {
    const lines = [`${method} ${target} ${version}`, 'Host: localhost', ...headers, ...body.framing]
    return { bytes: `${lines.join('\r\n')}\r\n\r\n${body.body}`, isWhole: body.isWhole ?? true }
  })
  const broken = damaged(request.map(({ bytes }) => bytes))
  return mostly(
    request,
    broken.map((bytes) => ({ bytes, isWhole: false })),
  )
}

/** Returns values of the first kind in four of five cases. */
const mostly = <T>(usual: Arbitrary<T>, odd: Arbitrary<T>) =>
  fc.oneof({ arbitrary: usual, weight: 4 }, { arbitrary: odd, weight: 1 })

const bytes = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((array) => Buffer.from(array).toString('latin1'))
const printable = (maxLength: number) => fc.string({ unit: 'grapheme-ascii', maxLength })

const method = mostly(
  fc.constantFrom('GET', 'GET', 'GET', 'POST', 'POST', 'HEAD'),
  fc.oneof(
    fc.constantFrom('OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'CONNECT', 'QUERY', 'get'),
    printable(6),
  ),
)
const version = mostly(
  fc.constant('HTTP/1.1'),
  fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/1.9', 'http/1.1', 'HTTP/1.1 ', ''),
)

const parameters = [
  ...'q query $x perspective returnQuery resultSourceMap tag to pass w h fit crop rect'.split(' '),
  ...'fm auto blur q dpr or bg dl token _data index _routes sanity-preview-secret'.split(' '),
  ...'sanity-preview-pathname includeDrafts'.split(' '),
]
const value = fc.oneof(
  fc.constantFrom(...'1 -1 0 100 true * *[0] "x" raw drafts / //a'.split(' '), ...['']),
  fc.constantFrom(...'0,0,9,9 max webp format entropy root routes/_index % %00'.split(' ')),
  fc.constantFrom('%ff', '%ed%a0%80', '__proto__', '..%2f', 'a%0d%0ab'),
  fc.string({ unit: 'binary', maxLength: 10 }).map((text) => encodeURIComponent(wellFormed(text))),
  bytes(6).map((text) => text.replaceAll(/[\r\n ]/g, '+')),
)
const queryString = fc
  .array(fc.tuple(fc.constantFrom(...parameters), value), { maxLength: 3 })
  .map((pairs) => (pairs.length ? `?${pairs.map(([k, v]) => `${k}=${v}`).join('&')}` : ''))

function targets(image: string): Arbitrary<string> {
  const paths = [
    ...canonicalPaths,
    ...[image, image, image.replace(/-.*/, '-1x1.png'), '/files/halvi/production/a.pdf'],
    ...['/v2025-02-19/data/query/production', '/v1/data/query/other', '/vX/data/doc/production/a'],
    ...['/v1/data/listen/production', '/v1/data/mutate/production', '/v1/assets/images/production'],
    ...['/v1/users/me', '/v1/auth/login', '/v1/auth/logout', '/v1/auth/setup', '/v1/ping'],
    ...['/v1/projects/halvi', '/v1/check/cors', '/v1/data/history/production/documents/a'],
    ...['/readyz', '/healthz', '/metrics', '/sitemap.xml', '/robots.txt'],
    ...[
      '/preview/enable',
      '/preview/open',
      '/preview/disable',
      '/preview/share',
      '/preview/changes',
    ],
    ...['/studio', '/studio/', '/services/unknown', '/assets/unknown.js', '/__manifest'],
  ]
  const known = fc.tuple(fc.constantFrom(...paths), queryString).map((pair) => pair.join(''))
  const segment = fc.oneof(
    fc.constantFrom('services', 'v1', 'data', 'images', '..', '.', '', '%2e%2e', '%00', '%', 'a;b'),
    bytes(5).map((text) => text.replaceAll(/[\r\n ]/g, '')),
  )
  const odd = fc.oneof(
    fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`),
    fc.constantFrom(
      '*',
      'http://localhost/',
      'localhost:80',
      '//localhost',
      '/\\',
      `/${'a'.repeat(9_000)}`,
    ),
  )
  return mostly(known, odd)
}

const headerNames = [
  ...'Accept Accept-Encoding Cookie Range If-Range If-None-Match Authorization Origin'.split(' '),
  ...'Referer Sec-Fetch-Site X-Forwarded-For X-Forwarded-Host Expect Host Connection'.split(' '),
  ...'Upgrade TE Trailer Content-Encoding Last-Event-ID Date Forwarded'.split(' '),
  ...'X-Http-Method-Override If-Modified-Since Transfer-Encoding Content-Length'.split(' '),
]
const headerValues = fc.constantFrom(
  ...'*/* image/avif,image/webp sanitySession=x bytes=0-9 bytes=9-0,0- null'.split(' '),
  ...'http://localhost same-origin cross-site 127.0.0.1 evil.example 100-continue'.split(' '),
  ...'keep-alive close Upgrade websocket h2c trailers gzip -1 text/event-stream'.split(' '),
  ...['br, gzip;q=0', 'preview=x; a=b', '"a", W/"b"', 'Bearer x', 'Basic YTpi'],
  ...['Thu, 01 Jan 1970 00:00:00 GMT'],
)
const header = mostly(
  fc.tuple(fc.constantFrom(...headerNames), mostly(headerValues, bytes(20))),
  fc.tuple(printable(8), bytes(20)),
).map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, '')}`)

const formBody = fc
  .array(
    fc.tuple(
      fc.constantFrom('name', 'email', 'interests', 'message', 'homepage', '__proto__', ''),
      value,
    ),
    { maxLength: 8 },
  )
  .map((fields) => fields.map(([name, value]) => `${name}=${value}`).join('&'))
const jsonBody = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.constantFrom(
    '{"query":"*"}',
    '{"query":1}',
    '{"query":"*","params":{"x":[]}}',
    '{"password":""}',
  ),
  fc.constantFrom('{"mutations":[]}', '{"mutations":[{"create":{}}]}', '{"password":{}}', '[', '"'),
)
const multipartBody = fc
  .array(fc.tuple(fc.constantFrom('name', 'email', ''), bytes(20)), { maxLength: 5 })
  .map((parts) =>
    parts
      .map(
        ([name, text]) =>
          `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
      )
      .join(''),
  )
  .map((parts) => `${parts}--x--\r\n`)

const typedBody = fc.oneof(
  fc.record({ type: fc.constant('application/x-www-form-urlencoded'), body: formBody }),
  fc.record({ type: fc.constant('application/json'), body: jsonBody }),
  fc.record({ type: fc.constant('multipart/form-data; boundary=x'), body: multipartBody }),
  fc.record({ type: printable(20), body: bytes(100) }),
)

interface FramedBody {
  framing: string[]
  body: string
  /** True by default. */
  isWhole?: boolean
}

const noBody: FramedBody[] = [
  { framing: [], body: '' },
  { framing: ['Content-Length: 0'], body: '' },
]
const framings = ['length', 'length', 'length', 'chunked', 'chunked', 'wrong', 'both'] as const

/** A body and the headers that state its length, mostly correctly. */
const framedBody = fc.oneof(
  fc.constantFrom(...noBody),
  fc
    .tuple(typedBody, fc.constantFrom(...framings))
    .map(([{ type, body }, how]) => framed(type, body.replaceAll(/[^\0-\xff]/g, '?'), how)),
)

function framed(type: string, body: string, how: (typeof framings)[number]): FramedBody {
  const content = `Content-Type: ${type}`
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const length = `Content-Length: ${body.length}`
  if (how === 'length') return { framing: [content, length], body }
  if (how === 'chunked') {
    return {
      framing: [content, 'Transfer-Encoding: chunked'],
      body: body === '' ? '0\r\n\r\n' : chunks,
    }
  }
  if (how === 'both')
    return { framing: [content, length, 'Transfer-Encoding: chunked'], body: chunks }
  return { framing: [content, `Content-Length: ${body.length + 7}`], body, isWhole: false }
}

/** Returns the bytes truncated, or with a part changed, repeated, or inserted. */
function damaged(whole: Arbitrary<string>): Arbitrary<string> {
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  return fc
    .tuple(whole, place, fc.constantFrom('cut', 'insert', 'drop', 'line ends', 'double'), bytes(4))
    .map(([text, share, how, inserted]) => {
      const at = Math.floor(share * text.length)
      if (how === 'cut') return text.slice(0, at)
      if (how === 'insert') return text.slice(0, at) + inserted + text.slice(at)
      if (how === 'drop') return text.slice(0, at) + text.slice(at + 1 + inserted.length)
      if (how === 'line ends') return text.replaceAll('\r\n', '\n')
      return text.slice(0, at) + text.slice(Math.max(0, at - 30))
    })
}

/** Replaces lone surrogates, because encodeURIComponent throws for them. */
const wellFormed = (text: string) => Buffer.from(text).toString()
