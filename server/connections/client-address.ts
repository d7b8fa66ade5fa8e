import type { IncomingMessage } from 'node:http'

/**
 * The address that a request comes from, as far as so many proxies in front let us believe it: what
 * Express calls `request.ip`, for what does not pass through Express.
 */
export function clientAddress({ socket, headers }: IncomingMessage, proxies: number): string {
  const direct = socket.remoteAddress ?? ''
  if (proxies === 0) return direct
  const forwarded = String(headers['x-forwarded-for'] ?? '')
  const way = [direct, ...forwarded.split(',').reverse()].map((address) => address.trim())
  const named = way.filter(Boolean)
  return named[Math.min(proxies, named.length - 1)] ?? direct
}
