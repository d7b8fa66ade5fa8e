import type { IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { lookupAllowed } from 'halvi-kit/network'
import { imageLimits } from '../limits/limits.ts'
import { TransferError } from './transfer-error.ts'

const TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5

/** Throws a `TransferError` unless the host of a URL, with its port if it is not the default port, is allowed. */
export function checkHost(url: URL, allowedHosts: ReadonlySet<string>): void {
  if (allowedHosts.has(url.host)) return
  throw new TransferError(
    `${url.host} is not an allowed host. To allow it, use --allow-host ${url.host}`,
  )
}

/** Returns a host in the form that URLs have, or undefined if the text is not a host. */
export function parseHost(text: string): string | undefined {
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined
  return url && !/[/?#@\\]/.test(text) ? url.host : undefined
}

/**
 * Returns the bytes at an http or https URL. Follows redirects to allowed hosts. Rejects a host name that resolves to
 * a private, loopback, or link-local address; such an address is only allowed if it is listed itself.
 *
 * Throws for more than `imageLimits.uploadBytes`, after 30 seconds, and for any status except 200.
 */
export async function fetchAsset(
  address: string,
  allowedHosts: ReadonlySet<string>,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let url = new URL(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!/^https?:$/.test(url.protocol)) throw new Error(`redirected to ${url.protocol}`)
    checkHost(url, allowedHosts)
    const response = await get(url, signal)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return readBody(response)
    response.destroy()
    if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) {
      throw new Error(`HTTP ${statusCode}`)
    }
    url = new URL(headers.location, url)
  }
  throw new Error('too many redirects')
}

function get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const headers = { 'accept-encoding': 'identity' }
    request(url, { signal, headers, agent: false, lookup: lookupAllowed() }, done)
      .on('error', fail)
      .end()
  })
}

async function readBody(response: IncomingMessage): Promise<Uint8Array> {
  const { uploadBytes } = imageLimits
  if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') {
    response.destroy()
    throw new Error('the response is compressed')
  }
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop early closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > uploadBytes) throw new Error(`larger than ${uploadBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
