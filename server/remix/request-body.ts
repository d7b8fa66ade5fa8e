import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFormType, longestBody } from 'halvi-leads/submit/body'
import { bodyLimits } from '../limits.ts'

/** What was read of requests that are under way. */
const bodies = new WeakMap<IncomingMessage, Promise<Buffer | ReadableStream | null>>()

/**
 * Reads the body of a form as bytes that are counted: a web stream costs many times as much for each piece
 * that a client may choose. Asked again for the same request, it returns the same.
 *
 * @returns null for what is no form or far too long; more bytes than a form may have, not all of them, when
 *   it is too long; a stream that fails when it breaks off or has too many pieces
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limits?: { [Name in keyof typeof bodyLimits]: number },
): Promise<Buffer | ReadableStream | null> {
  const body = bodies.get(request) ?? read(request, response, limits)
  bodies.set(request, body)
  return body
}

function read(
  request: IncomingMessage,
  response: ServerResponse,
  limits: { [Name in keyof typeof bodyLimits]: number } = bodyLimits,
): Promise<Buffer | ReadableStream | null> {
  const { 'content-type': type = '', 'content-length': declared = '0' } = request.headers
  if (!isFormType(type) || Number(declared) > limits.longestRead) {
    if (declared === '0') discardBody(request, limits.pieces)
    return Promise.resolve(null)
  }
  // Its client has left while others were asked whether it may be read.
  if (request.destroyed) return Promise.resolve(failing())
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    let pieces = 0
    const settle = (body: Buffer | ReadableStream) => {
      request.off('data', take).off('end', end).off('close', fail)
      // Each piece that is kept takes hundreds of bytes: those that nobody needs are thrown away.
      request.resume()
      resolve(body)
    }
    const end = () => settle(Buffer.concat(chunks))
    const fail = () => settle(failing())
    const take = (chunk: Buffer) => {
      if (length <= longestBody) chunks.push(chunk)
      length += chunk.length
      pieces++
      if (length > limits.longestRead) return end()
      if (pieces <= limits.pieces) return
      // The rest would cost as much.
      response.shouldKeepAlive = false
      fail()
    }
    request.on('data', take).on('end', end).on('close', fail)
  })
}

/**
 * Discards a body, and ends the connection if it has too many pieces: unread, each takes hundreds of bytes.
 */
export function discardBody(request: IncomingMessage, most: number = bodyLimits.pieces): void {
  let pieces = 0
  request.on('data', () => {
    if (++pieces > most) request.socket.destroy()
  })
}

function failing(): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.error(new Error('The body is not whole')),
  })
}
