import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type OfficeConfig, officeHeaders } from 'halvi-site/office-protocol'
import { clientOf, originVerdict } from '../connections/client.ts'

/** Headers of one connection (RFC 9110, section 7.6.1), and those that the site sets itself. */
const ofConnection = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade'],
  ...['expect', 'trailer', 'forwarded'],
]

/**
 * Returns the headers of a request for the office, with the client as the trusted proxies say. Returns undefined if its
 * host is not valid.
 *
 * @param proxies the number of trusted proxies in front of the site
 */
export function requestHeaders(
  request: IncomingMessage & { id?: unknown },
  { secret, siteUrl }: OfficeConfig,
  proxies: number,
): IncomingHttpHeaders | undefined {
  const client = clientOf(request, proxies, siteUrl)
  if (client.host === undefined) return undefined
  return {
    ...withoutConnection(request.headers),
    'x-forwarded-for': client.address,
    'x-forwarded-host': client.host,
    'x-forwarded-proto': client.protocol,
    [officeHeaders.secret]: secret,
    [officeHeaders.requestId]: String(request.id ?? ''),
    [officeHeaders.origin]: originVerdict(request, client, siteUrl),
  }
}

/** Returns the headers of a message that are not about its connection. */
export function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = String(headers.connection ?? '').toLowerCase()
  const removed = new Set([...ofConnection, ...named.split(/[ ,]+/)])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !removed.has(name)))
}
