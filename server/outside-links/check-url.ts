import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { OutsideLinks } from 'halvi-leads/contract'
import { isPublic, lookupAllowed, NotPublicError } from 'halvi-runtime/network'

/** Maximum number of redirects that a check follows. */
const maxRedirects = 5
/** Statuses with which sites reject programs. The link may work for people. */
const unclear = new Set([401, 403, 405, 406, 429, 451, 503, 999])

type UrlCheck = Omit<OutsideLinks['links'][number], 'url'>

export interface CheckOptions {
  signal: AbortSignal
  /** Timeout for the response to each request, in milliseconds. */
  timeoutMs?: number
  /** Returns whether the server may connect to an IP address. Default: only public addresses. */
  isAllowed?(address: string): boolean
}

/**
 * Checks an outside link with HEAD, and with GET if that fails. Reads no response body. Connects to public addresses
 * only, also after redirects and for names that resolve to several addresses. Never rejects.
 */
export async function checkUrl(url: string, options: CheckOptions): Promise<UrlCheck> {
  try {
    let status = await statusOf('HEAD', url, options)
    if (status >= 400) status = await statusOf('GET', url, options)
    if (status < 400) return { result: 'works' }
    return { result: unclear.has(status) ? 'unclear' : 'broken', reason: String(status) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isForbidden = error instanceof NotPublicError
    return { result: 'broken', reason: isForbidden ? 'not a public address' : (code ?? message) }
  }
}

/** Resolves to the status of the last response of a chain of redirects. */
async function statusOf(method: string, start: string, options: CheckOptions): Promise<number> {
  let url = new URL(start)
  for (let step = 0; step <= maxRedirects; step++) {
    const { status, location } = await send(method, url, options)
    if (status < 300 || status >= 400 || !location) return status
    url = new URL(location, url)
  }
  throw new Error('too many redirects')
}

async function send(method: string, url: URL, options: CheckOptions) {
  const { signal, timeoutMs = 5_000, isAllowed = isPublic } = options
  if (!/^https?:$/.test(url.protocol)) throw new Error('not a web address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node does not look up IP addresses.
  if (isIP(host) && !isAllowed(host)) throw new NotPublicError(`${host} is not public`)
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const sent = request(url, {
      ...{ method, agent: false, signal: limit, lookup: lookupAllowed(isAllowed) },
      headers: { 'User-Agent': 'Halvi link check', Accept: '*/*' },
    })
    sent.once('response', done).on('error', fail).end()
  }).catch((error) => {
    throw limit.aborted ? new Error('no response in time') : error
  })
  response.on('error', () => {}).destroy()
  return { status: response.statusCode ?? 0, location: response.headers.location }
}
