import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFormType, maxBodyBytes } from 'halvi-leads/submit'
import { bodyLimits } from '../limits.ts'

/**
 * Reads the body of a form with limits on its size and number of pieces. Uses Node events because a web stream is
 * much more expensive per piece, and clients choose the pieces.
 *
 * @returns null if the request is not a form or declares an excessive length. An oversized form resolves to more
 * bytes than a form may have, but not to all of them. An aborted body, or one with too many pieces, resolves to
 * undefined.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limits: { [Name in keyof typeof bodyLimits]: number } = bodyLimits,
): Promise<Buffer | null | undefined> {
  const { 'content-type': type = '', 'content-length': declared = '0' } = request.headers
  if (!isFormType(type) || Number(declared) > limits.maxReadBytes) {
    if (declared === '0') discardBody(request, limits.maxPieces)
    return Promise.resolve(null)
  }
  // The client disconnected before its body could be read.
  if (request.destroyed) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    let pieces = 0
    const settle = (body: Buffer | undefined) => {
      request.off('data', take).off('end', end).off('close', fail)
      // Discards the remaining pieces, because each buffered piece takes hundreds of bytes of memory.
      request.resume()
      resolve(body)
    }
    const end = () => settle(Buffer.concat(chunks))
    const fail = () => settle(undefined)
    const take = (chunk: Buffer) => {
      if (length <= maxBodyBytes) chunks.push(chunk)
      length += chunk.length
      pieces++
      if (length > limits.maxReadBytes) return end()
      if (pieces <= limits.maxPieces) return
      // Closes the connection after the response, because the remaining pieces would be just as expensive.
      response.shouldKeepAlive = false
      fail()
    }
    request.on('data', take).on('end', end).on('close', fail)
  })
}

/**
 * Discards a body. Closes the connection if the body has too many pieces, because each buffered piece takes hundreds
 * of bytes of memory.
 */
export function discardBody(
  request: IncomingMessage,
  maxPieces: number = bodyLimits.maxPieces,
): void {
  let pieces = 0
  request.on('data', () => {
    if (++pieces > maxPieces) request.socket.destroy()
  })
}
