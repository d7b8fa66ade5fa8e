import type { IncomingMessage } from 'node:http'
import { isRecord } from '../documents/values.ts'
import { httpError } from '../errors/errors.ts'
import { checkStillCurrent } from './access.ts'
import type { ApiExchange } from './router.ts'

/**
 * Returns the request's body. Throws a `LakeError` 413 as soon as the body is too large, 415 when it is compressed,
 * 400 when it is cut off.
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
 * Returns the body parsed as JSON, or undefined when it is empty. Throws as `readBody` does, 415 for another content
 * type, 400 for invalid JSON or UTF-8.
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

/**
 * Returns a request's body as `readJson` does. Throws a `LakeError` 401 when the session has ended in the meantime.
 */
export async function readCurrentJson(
  { request, authContext }: ApiExchange,
  limitBytes: number,
): Promise<unknown> {
  const body = await readJson(request, limitBytes)
  checkStillCurrent(authContext)
  return body
}

const FIELDS_BYTES = 4096

/** Returns the fields of a short JSON object. Throws as `readJson` does, and 400 for any other value. */
export async function readFields(request: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await readJson(request, FIELDS_BYTES)
  if (!isRecord(body)) throw httpError(400, 'The body must be an object')
  return body
}

/**
 * Returns a request's fields as `readFields` does. Throws a `LakeError` 401 when the session has ended in the
 * meantime.
 */
export async function readCurrentFields({ request, authContext }: ApiExchange) {
  const fields = await readFields(request)
  checkStillCurrent(authContext)
  return fields
}
