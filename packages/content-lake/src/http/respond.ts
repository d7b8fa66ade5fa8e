import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Slots } from 'halvi-kit/slots'
import { ASSET_ORIGIN } from '../documents/document.ts'
import { asLakeError, RetryLaterError } from '../errors/errors.ts'
import { stalledClientMs } from '../limits/limits.ts'

const origins = new WeakMap<ServerResponse, string>()

/** Sets the origin in the URLs of assets for a response. */
export function setAssetOrigin(response: ServerResponse, origin: string): void {
  origins.set(response, origin)
}

/** Returns the origin in the URLs of assets for a response. */
export function assetOriginOf(response: ServerResponse): string {
  return origins.get(response) ?? ''
}

/** Returns JSON for a response, with the response's asset origin in the URLs of assets. */
export function jsonFor(response: ServerResponse, json: string): string {
  return withOrigin(json, assetOriginOf(response))
}

/** Returns JSON with the placeholder origin of stored documents replaced by the given origin. */
export function withOrigin(json: string, origin: string): string {
  return json.includes(ASSET_ORIGIN) ? json.replaceAll(ASSET_ORIGIN, () => origin) : json
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends a JSON response. A HEAD request gets only the headers. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers?: OutgoingHttpHeaders,
): void {
  sendBytes(response, status, JSON_TYPE, Buffer.from(JSON.stringify(value)), headers)
}

/** Sends a response body, with the real origin in the URLs of assets. A HEAD request gets only the headers. */
export function sendBytes(
  response: ServerResponse,
  status: number,
  type: string,
  body: Uint8Array,
  headers: OutgoingHttpHeaders = {},
): void {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.length)
  const hasAssets = buffer.includes(ASSET_ORIGIN)
  const bytes = hasAssets ? Buffer.from(jsonFor(response, buffer.toString())) : body
  const { req: request } = response
  const mayHaveBody = request.method !== 'GET' && request.method !== 'HEAD'
  // An HTTP/2 response ends only its own stream.
  const withUnreadBody = mayHaveBody && !request.complete && request.httpVersionMajor === 1
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    ...(withUnreadBody && { Connection: 'close' }),
    ...headers,
  })
  if (withUnreadBody) sendBeforeReadingBody(response, bytes)
  else {
    // A client that stops reading would keep the whole body in memory.
    response.setTimeout(stalledClientMs, () => response.destroy())
    response.end(bytes)
  }
}

/** Sends an error in Sanity's shape, see `asLakeError`. */
export function sendError(response: ServerResponse, error: unknown): void {
  const known = asLakeError(error)
  const headers =
    known instanceof RetryLaterError ? { 'Retry-After': known.retryAfterSeconds } : undefined
  if (response.headersSent) response.destroy()
  else sendJson(response, known.statusCode, known.body(), headers)
}

/**
 * Calls a function when a response has been sent, or its connection is closed. A response that waits for the one before
 * it on the connection has no socket yet, and emits nothing when the connection is closed.
 */
export function onceClosed(response: ServerResponse, callback: () => void): void {
  const waiting = response.socket ? undefined : response.req.socket
  const end = () => {
    response.off('close', end)
    waiting?.off('close', end)
    callback()
  }
  response.once('close', end)
  waiting?.once('close', end)
}

/** Takes a slot until a response is closed. @throws LimitReachedError */
export function holdSlot(response: ServerResponse, slots: Slots, client: string): void {
  onceClosed(response, slots.take(client))
}

const LINGER_MS = 1000

/**
 * Reads and discards the rest of the request body for up to a second before closing. If input is unread, the client
 * may lose the response.
 */
function sendBeforeReadingBody(response: ServerResponse, bytes: Uint8Array): void {
  const { req: request } = response
  const close = () => {
    clearTimeout(timer)
    request.off('close', close)
    response.end()
    request.socket.destroySoon()
  }
  const timer = setTimeout(close, LINGER_MS)
  request.on('end', close).on('close', close)
  response.write(bytes)
  request.resume()
}
