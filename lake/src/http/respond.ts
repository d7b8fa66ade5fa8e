import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { ASSET_ORIGIN } from '../documents/document.ts'
import { httpError, LakeError, RefusedError } from '../errors/errors.ts'
import { stalledReaderMs } from '../limits/limits.ts'

const origins = new WeakMap<ServerResponse, string>()

/** Sets the origin that assets have for the client that gets a response. */
export function setAssetOrigin(response: ServerResponse, origin: string): void {
  origins.set(response, origin)
}

/** Returns JSON for the client that gets a response, with the addresses of assets as it can use them. */
export function jsonFor(response: ServerResponse, json: string): string {
  return withOrigin(json, origins.get(response))
}

/** Returns JSON with an origin in place of the one in stored documents. */
export function withOrigin(json: string, origin = ''): string {
  return json.includes(ASSET_ORIGIN) ? json.replaceAll(ASSET_ORIGIN, () => origin) : json
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers with JSON. A HEAD request gets the headers alone. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers?: OutgoingHttpHeaders,
): void {
  sendBytes(response, status, JSON_TYPE, Buffer.from(JSON.stringify(value)), headers)
}

/** Answers with a body, in which assets get their addresses. A HEAD request gets the headers alone. */
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
  const withUnreadBody = !request.complete && request.method !== 'GET' && request.method !== 'HEAD'
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    ...(withUnreadBody && { Connection: 'close' }),
    ...headers,
  })
  if (withUnreadBody) sendBeforeBodyIsRead(response, bytes)
  else if (bytes.length <= CHUNK_BYTES) response.end(bytes)
  else sendInChunks(response, bytes)
}

/** A reader that takes less than this counts as stalled. */
const CHUNK_BYTES = 16 * 1024

/** Sends in chunks and cuts off readers that take nothing: they would keep the whole body in memory. */
function sendInChunks(response: ServerResponse, bytes: Uint8Array): void {
  if (response.req.method === 'HEAD') {
    response.end()
    return
  }
  const stalled = setTimeout(() => response.destroy(), stalledReaderMs).unref()
  let position = 0
  const goOn = () => {
    stalled.refresh()
    while (position < bytes.length) {
      const chunk = bytes.subarray(position, position + CHUNK_BYTES)
      position += chunk.length
      if (!response.write(chunk)) return
    }
    response.off('drain', goOn)
    response.end()
  }
  response.on('drain', goOn).once('close', () => clearTimeout(stalled))
  goOn()
}

/** Answers with an error in Sanity's shape; anything but a `LakeError` becomes a bare 500. */
export function sendError(response: ServerResponse, error: unknown): void {
  const known = error instanceof LakeError ? error : httpError(500, 'Internal server error')
  const headers =
    known instanceof RefusedError ? { 'Retry-After': known.retryAfterSeconds } : undefined
  if (response.headersSent) response.destroy()
  else sendJson(response, known.statusCode, known.body(), headers)
}

const LINGER_MS = 1000

/** Reads the rest of the body for a moment before closing: with unread input the client would lose the answer. */
function sendBeforeBodyIsRead(response: ServerResponse, bytes: Uint8Array): void {
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
