import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestLimits } from '../limits.ts'

/**
 * Returns whether the path of a request is longer than any path of the site. The content API has longer ones, because
 * the Studio puts lists of ids into them. Node limits these together with the headers.
 */
export function isPathTooLong({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  if (url.length <= requestLimits.pathLength || /^\/v[\dX]/.test(url)) return false
  const end = url.search(/[?#]/)
  return (end === -1 ? url.length : end) > requestLimits.pathLength
}

/** Responds with 414 and closes the connection, whose request may have an unread body. */
export function rejectPath(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): void {
  const type = 'text/plain; charset=utf-8'
  response.writeHead(414, { ...headers, 'Content-Type': type, Connection: 'close' })
  response.end('This address is too long.\n')
}
