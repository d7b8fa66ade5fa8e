import type { IncomingMessage } from 'node:http'
import type { OriginVerdict } from 'halvi-site/office-protocol'

/** How a client reached the site, as the trusted proxies say. */
export interface Client {
  /** The client's network address. */
  address: string
  /** The host that the visitor entered, with its port unless it is the protocol's default. Undefined if it is not valid. */
  host: string | undefined
  protocol: 'http' | 'https'
}

/**
 * Returns how a client reached the site.
 *
 * @param proxies the number of proxies in front of the site, whose `X-Forwarded-*` headers count
 */
export function clientOf(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  proxies: number,
  siteUrl: string,
): Client {
  const forwarded = (name: string) =>
    proxies > 0
      ? String(headers[name] ?? '')
          .split(',', 1)[0]
          ?.trim()
      : ''
  const given = forwarded('x-forwarded-host') || headers.host
  const isEncrypted = forwarded('x-forwarded-proto') === 'https'
  const host = hostOf(`${isEncrypted ? 'https' : 'http'}://${given}`)
  // A proxy may not say that the site uses https.
  const isSite = siteUrl.startsWith('https:') && host === new URL(siteUrl).host
  return {
    address: clientAddress({ socket, headers }, proxies),
    host,
    protocol: isEncrypted || isSite ? 'https' : 'http',
  }
}

/** Returns the client's address: that of the connection, or the one that the outermost trusted proxy names. */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  proxies: number,
): string {
  const direct = socket.remoteAddress ?? ''
  if (proxies === 0) return direct
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const way = [direct, ...forwarded.reverse()].map((address) => address.trim()).filter(Boolean)
  return way[Math.min(proxies, way.length - 1)] ?? direct
}

/**
 * Returns where a request comes from. Checks the Origin header; without it, Sec-Fetch-Site; without that, Referer. A
 * client that sends none of them is not a browser. A browser that hides its referrer sends the Origin `null`, which
 * counts as own only if Sec-Fetch-Site confirms it (https://www.w3.org/TR/fetch-metadata/).
 */
export function originVerdict(
  { headers }: Pick<IncomingMessage, 'headers'>,
  client: Client,
  siteUrl: string,
): OriginVerdict {
  const { origin, referer, 'sec-fetch-site': site } = headers
  const judge = (address: string) => (isOwnOrigin(client, siteUrl, address) ? 'own' : 'other')
  if (origin !== undefined && origin !== 'null') return judge(origin)
  if (site === 'same-origin') return 'own'
  if (origin === 'null') return 'other'
  if (site !== undefined) return site === 'none' ? 'unknown' : 'other'
  return referer === undefined ? 'unknown' : judge(referer)
}

/**
 * Returns whether an address has the origin of `siteUrl` or of the request, such as a LAN address. On an https site, an
 * http page does not count because it may have been modified in transit. Behind an untrusted proxy, https may not be
 * detected.
 */
function isOwnOrigin({ host, protocol }: Client, siteUrl: string, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { origin } = new URL(address)
  const site = URL.canParse(siteUrl) ? new URL(siteUrl).origin : undefined
  if (origin === site || origin === `https://${host}`) return true
  return origin === `http://${host}` && protocol === 'http' && site !== `https://${host}`
}

/** Returns the host of a URL, with its port unless it is the protocol's default. */
function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}
