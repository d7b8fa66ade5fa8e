import type { IncomingMessage } from 'node:http'

/**
 * Returns the client's address as Express computes it in `request.ip`, for requests that do not pass through Express.
 */
export function clientAddress({ socket, headers }: IncomingMessage, proxies: number): string {
  const direct = socket.remoteAddress ?? ''
  if (proxies === 0) return direct
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const way = [direct, ...forwarded.reverse()].map((address) => address.trim()).filter(Boolean)
  return way[Math.min(proxies, way.length - 1)] ?? direct
}
