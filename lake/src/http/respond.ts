import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { httpError, LakeError } from '../errors.ts'

/** Answers with JSON. A HEAD request gets the headers alone. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: OutgoingHttpHeaders = {},
): void {
  sendText(response, status, 'application/json; charset=utf-8', JSON.stringify(value), headers)
}

/** Answers with text of a content type. A HEAD request gets the headers alone. */
export function sendText(
  response: ServerResponse,
  status: number,
  type: string,
  value: string,
  headers: OutgoingHttpHeaders = {},
): void {
  const { req: request } = response
  const text = Buffer.from(value)
  const withUnreadBody = !request.complete && request.method !== 'GET' && request.method !== 'HEAD'
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': text.length,
    'Cache-Control': 'no-store',
    ...(withUnreadBody && { Connection: 'close' }),
    ...headers,
  })
  if (withUnreadBody) sendBeforeBodyIsRead(response, text)
  else response.end(text)
}

/** Answers with an error in Sanity's shape; anything but a `LakeError` becomes a bare 500. */
export function sendError(response: ServerResponse, error: unknown): void {
  const known = error instanceof LakeError ? error : httpError(500, 'Internal server error')
  if (response.headersSent) {
    response.destroy()
    return
  }
  sendJson(response, known.statusCode, known.body())
}

const LINGER_MS = 1000

/**
 * Closing a connection with unread input resets it, and the client would lose
 * the answer. So the rest of the body is thrown away for a moment, then the
 * connection is closed.
 */
function sendBeforeBodyIsRead(response: ServerResponse, text: Buffer): void {
  const { req: request } = response
  const close = () => {
    clearTimeout(timer)
    request.off('close', close)
    response.end()
    request.socket.destroySoon()
  }
  const timer = setTimeout(close, LINGER_MS)
  request.on('end', close).on('close', close)
  response.write(text)
  request.resume()
}
