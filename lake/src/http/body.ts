import type { IncomingMessage } from 'node:http'
import { isRecord } from '../documents/values.ts'
import { httpError } from '../errors/errors.ts'

/**
 * The request's body, at most `limitBytes` long.
 *
 * Throws a `LakeError` 413 as soon as the declared or the received length goes
 * beyond the limit (nothing further is kept), 415 for a compressed body, 400
 * when the client goes away halfway.
 */
async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw httpError(415, 'Compressed request bodies are not accepted')
  const tooLarge = () => httpError(413, `The request body is larger than ${limitBytes} bytes`)
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge()

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > limitBytes) finish(() => reject(tooLarge()))
      else chunks.push(chunk)
    }
    const onEnd = () => finish(() => resolve(Buffer.concat(chunks, length)))
    const onClose = () => finish(() => reject(httpError(400, 'The request body ended early')))
    const finish = (settle: () => void) => {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      request.pause()
      settle()
    }
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  })
}

/**
 * The request's body as JSON; an empty body is `undefined`.
 *
 * Throws as `readBody` does, 415 when another content type is declared, 400
 * when it is not UTF-8 or not JSON.
 */
export async function readJson(request: IncomingMessage, limitBytes: number): Promise<unknown> {
  const type = request.headers['content-type']
  if (type !== undefined && !/^(application|text)\/([\w.-]+\+)?(json|plain)\b/i.test(type)) {
    throw httpError(415, `Expected a JSON body, got ${type}`)
  }
  const bytes = await readBody(request, limitBytes)
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw httpError(400, 'The request body is not valid JSON in UTF-8')
  }
}

/** Names, passwords and the like; anything longer is somebody's attempt. */
const fieldsLimitBytes = 4096

/**
 * The fields of a short form that was sent as a JSON object.
 *
 * Throws as `readJson` does, and 400 for what is no object.
 */
export async function readFields(request: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await readJson(request, fieldsLimitBytes)
  if (!isRecord(body)) throw httpError(400, 'The body must be an object')
  return body
}
