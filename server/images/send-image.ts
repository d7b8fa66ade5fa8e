import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OfficeResponse } from '../to-office/pass-through.ts'
import { withoutConnection } from '../to-office/request-headers.ts'

/** Returns whether a response of the office is an image for everybody. */
export function isPublicImage({ status, headers }: OfficeResponse): boolean {
  const { 'cache-control': control = '', 'content-type': type = '', vary = 'accept' } = headers
  const isPublic = control.startsWith('public') && headers['set-cookie'] === undefined
  return status === 200 && isPublic && vary.toLowerCase() === 'accept' && type.startsWith('image/')
}

/** Sends a response of the office, or `304` if the client already has the image. Ignores Range (RFC 9110, 14.2). */
export function sendImage(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { status, headers: given, body }: OfficeResponse,
): void {
  const { date: _, 'accept-ranges': __, 'content-length': ___, ...own } = withoutConnection(given)
  const named = headers['if-none-match']?.match(/"[^"]*"|\*/g) ?? []
  if (status === 200 && named.some((tag) => tag === own.etag || tag === '*')) {
    response.writeHead(304, own).end()
    return
  }
  response.writeHead(status, { ...own, 'content-length': body.length })
  response.end(method === 'HEAD' ? undefined : body)
}
