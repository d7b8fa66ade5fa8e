import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)

/** Headers that are another's once the body is. */
const replaced = [
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]

/**
 * Serves what another server has, kept and in brotli at its highest level, as a proxy in front of it
 * would: what differs between frameworks then is what they send, not how their servers compress it.
 */
export async function serveCompressed(origin: string): Promise<{ url: string; close: () => void }> {
  const kept = new Map<string, ReturnType<typeof ask>>()
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = kept.get(url) ?? ask(new URL(url, origin))
    kept.set(url, answer)
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
  const own = [...response.headers].filter(([name]) => !replaced.includes(name))
  const isText = /text|javascript|json|svg/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: { ...Object.fromEntries(own), ...(isText ? { 'content-encoding': 'br' } : {}) },
    body: isText ? await compress(body) : body,
  }
}
