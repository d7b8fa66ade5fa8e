import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { httpError } from '../errors/errors.ts'
import type { Exchange } from '../http/router.ts'

export interface Content {
  bytes: Buffer | { path: string; size: number }
  /** A strong entity tag including quotes. It changes when the bytes change. */
  etag: string
  headers: OutgoingHttpHeaders
}

/**
 * Sets headers that let any origin embed the response, and that prevent content sniffing. Throws a `LakeError` 405
 * for methods other than GET and HEAD.
 */
export function startContent({ request, response }: Exchange): void {
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  response.setHeader('Access-Control-Allow-Origin', '*')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD')
    throw httpError(405, `${request.method} is not allowed here`)
  }
}

/** Responds with 304 if the client has these bytes (RFC 9110, 13.1.2). Returns whether it did. */
export function sendIfUnchanged(
  { request, response }: Exchange,
  etag: string,
  headers: OutgoingHttpHeaders,
): boolean {
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? []
  if (!tags.includes('*') && !tags.some((tag) => tag.replace(/^W\//, '') === etag)) return false
  const { 'Content-Type': _, 'Content-Disposition': __, ...remaining } = headers
  response.writeHead(304, { ...remaining, ETag: etag }).end()
  return true
}

/**
 * Sends bytes or one range of them (RFC 9110, 14.2). A request for several ranges gets the whole content. Stops when
 * the client disconnects.
 */
export async function sendContent(exchange: Exchange, content: Content): Promise<void> {
  const { request, response } = exchange
  const { bytes, etag } = content
  const size = Buffer.isBuffer(bytes) ? bytes.length : bytes.size
  const headers = { ...content.headers, ETag: etag, 'Accept-Ranges': 'bytes' }
  if (sendIfUnchanged(exchange, etag, headers)) return

  const range = requestedRange(request, etag, size)
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end()
    return
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const isWanted = request.method !== 'HEAD' && !response.destroyed
  // Open the file before sending the status, so that a file that was deleted in the meantime gets a 404.
  const file = Buffer.isBuffer(bytes) || !isWanted ? undefined : await opened(bytes.path)
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'Content-Length': end - start + 1,
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
  })
  if (file) await sendFile(file, start, end, response)
  else response.end(isWanted && Buffer.isBuffer(bytes) ? bytes.subarray(start, end + 1) : undefined)
}

async function opened(path: string): Promise<FileHandle> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? httpError(404, 'Asset not found') : error
  })
}

/** Sends up to 64 kB from memory. Streams larger ranges. */
async function sendFile(file: FileHandle, start: number, end: number, response: ServerResponse) {
  try {
    const length = end - start + 1
    if (length <= 64 * 1024) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
      if (bytesRead < length) throw new Error('The file is shorter than expected')
      response.end(buffer)
    } else await pipeline(file.createReadStream({ start, end }), response)
  } catch {
    // The status was sent already. A broken connection shows the client that the response is incomplete.
    response.destroy()
  } finally {
    await file.close().catch(() => {})
  }
}

function requestedRange(request: IncomingMessage, etag: string, size: number) {
  const { range, 'if-range': condition } = request.headers
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (condition && condition !== etag)) return
  if (first === '') {
    const length = Number(last)
    return length === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return
  return start < size ? { start, end } : 'unsatisfiable'
}
