import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)

/** Headers that are not valid for the compressed body. */
const omittedHeaders = [
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]

/**
 * Serves the responses of another server from a cache, in Brotli at the highest level, like a proxy. So the
 * comparison shows what frameworks send, not how their servers compress.
 */
export async function serveCompressed(origin: string): Promise<{ url: string; close: () => void }> {
  const cache = new Map<string, ReturnType<typeof ask>>()
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = cache.get(url) ?? ask(new URL(url, origin))
    cache.set(url, answer)
    try {
      const { status, headers, body } = await answer
      response.writeHead(status, headers).end(body)
    } catch {
      response.writeHead(502).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}

async function ask(url: URL) {
  const headers = { 'sec-fetch-site': 'none', 'accept-encoding': 'identity' }
  const response = await fetch(url, { headers })
  const body = Buffer.from(await response.arrayBuffer())
  const own = [...response.headers].filter(([name]) => !omittedHeaders.includes(name))
  const isText = /text|javascript|json|svg/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: { ...Object.fromEntries(own), ...(isText ? { 'content-encoding': 'br' } : {}) },
    body: isText ? await compress(body) : body,
  }
}
