import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { isRecord } from '../documents/values.ts'
import { httpError, LakeError } from '../errors/errors.ts'
import { checkStillCurrent } from './access.ts'
import type { ApiExchange } from './router.ts'

/**
 * Yields the request's body, and keeps the connection open for the response. Throws a `LakeError` 413 with the given
 * reason as soon as the body is too large, 415 when it is compressed, 400 when it is cut off.
 */
export async function* bodyOf(
  request: IncomingMessage,
  limitBytes: number,
  reason = `The request body is larger than ${limitBytes} bytes`,
): AsyncGenerator<Buffer> {
  const tooLarge = () => httpError(413, reason)
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge()
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw httpError(415, 'Compressed request bodies are not accepted')
  }
  let length = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += chunk.length
      if (length > limitBytes) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    throw error instanceof LakeError ? error : httpError(400, 'The request body ended early')
  }
}

/**
 * Returns the body parsed as JSON, or undefined when it is empty. Throws as `bodyOf` does, 415 for another content
 * type, 400 for invalid JSON or UTF-8.
 */
export async function readJson(request: IncomingMessage, limitBytes: number): Promise<unknown> {
  const type = request.headers['content-type']
  if (type !== undefined && !/^(application|text)\/([\w.-]+\+)?(json|plain)\b/i.test(type)) {
    throw httpError(415, `Expected a JSON body, got ${type}`)
  }
  const bytes = await buffer(bodyOf(request, limitBytes))
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
