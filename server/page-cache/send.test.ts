import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeAll, expect, it } from 'vitest'
import { sendPage } from './send.ts'
import { addBrotli, addGzip, pageOf } from './store/page.ts'

const body = Buffer.from('a page, '.repeat(100))
const page = pageOf({ status: 200, headers: [], body, tags: new Set() }, { seconds: 1 }, {})

/** Returns the headers and the body that are sent to a client that accepts encodings. */
function sent(accepted: string) {
  const request = { method: 'GET', headers: { 'accept-encoding': accepted } }
  const result: { headers: string[]; body?: Buffer } = { headers: [] }
  const response = {
    writeHead: (_status: number, headers: string[]) => {
      result.headers = headers
    },
    end: (content: Buffer) => {
      result.body = content
    },
  }
  sendPage(request as unknown as IncomingMessage, response as unknown as ServerResponse, page)
  const header = (name: string) => result.headers[result.headers.indexOf(name) + 1]
  return {
    encoding: result.headers.includes('Content-Encoding') ? header('Content-Encoding') : undefined,
    vary: header('Vary'),
    length: header('Content-Length'),
    body: result.body,
  }
}

beforeAll(() => addGzip(page))

it('a client that accepts brotli gets gzip as long as there is no brotli', async () => {
  expect(sent('gzip, br').encoding).toBe('gzip')
  expect(sent('br').encoding).toBeUndefined()
  await addBrotli(page)
  expect(sent('gzip, br').encoding).toBe('br')
})

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['BR;Q=0.1, gzip', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['identity;q=0', undefined],
  ['deflate', undefined],
  ['', undefined],
  [',;,=;q=,', undefined],
  ['gzip;q=none', undefined],
])('a client that accepts %j gets the encoding %s', (accepted, encoding) => {
  const found = sent(accepted)
  expect(found.encoding).toBe(encoding)
  expect(found.vary).toBe('Accept-Encoding, Sec-Fetch-Site')
  expect(found.length).toBe(String(found.body?.length))
})
