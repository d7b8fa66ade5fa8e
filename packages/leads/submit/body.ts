import { isDecodable } from 'halvi-kit/percent-encoding'
import type { WordKey } from '../forms/words.ts'

/** Maximum size of a form's body, in bytes. */
export const maxBodyBytes = 100_000

/** A body that could not be read, with the status of the response and the word for the visitor. */
export class UnreadableBody extends Error {
  override name = 'UnreadableBody'
  constructor(
    readonly status: 400 | 413 | 415,
    readonly word: WordKey,
  ) {
    super(word)
  }
}

/**
 * Reads a form's body: UTF-8 in `application/x-www-form-urlencoded`, or `multipart/form-data` without files (RFC
 * 7578), of at most `maxBodyBytes`.
 *
 * @param received the body, if the server has read it already
 * @throws UnreadableBody for any other body
 */
export async function readFormBody(
  request: Request,
  received?: Buffer,
): Promise<FormData | URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  const parse = parserOf(type)
  if (!parse) {
    throw new UnreadableBody(415, 'unreadable')
  }
  const text = decode(await readBytes(request, received))
  try {
    return await parse(text, type)
  } catch (error) {
    if (error instanceof UnreadableBody) throw error
    throw malformed()
  }
}

/** Returns whether a body with this `Content-Type` may be a form's: a type that browsers send, in UTF-8. */
export function isFormType(type: string): boolean {
  return parserOf(type) !== undefined
}

function parserOf(type: string): Parse | undefined {
  const [, media = '', charset = 'utf-8'] =
    /^\s*([\w/+.-]+)\s*(?:;.*?\bcharset\s*=\s*"?([\w-]+))?/i.exec(type) ?? []
  return /^utf-?8$/i.test(charset) ? parsers.get(media.toLowerCase()) : undefined
}

type Parse = (text: string, type: string) => FormData | URLSearchParams | Promise<FormData>

const parsers = new Map<string, Parse>([
  ['application/x-www-form-urlencoded', parseUrlencoded],
  ['multipart/form-data', parseMultipart],
])

function parseUrlencoded(text: string): URLSearchParams {
  // Checked first, because URLSearchParams would silently replace invalid UTF-8.
  if (!isDecodable(text)) throw malformed()
  return new URLSearchParams(text)
}

async function parseMultipart(text: string, type: string): Promise<FormData> {
  const data = await new Response(text, { headers: { 'Content-Type': type } }).formData()
  for (const value of data.values()) {
    if (typeof value !== 'string') throw new UnreadableBody(415, 'withFiles')
  }
  return data
}

async function readBytes(request: Request, received?: Buffer): Promise<Buffer> {
  const declared = request.headers.get('content-length')
  // The server reads nothing of a body that is far too long, and a part of one that is slightly too long.
  if (Number(declared ?? 0) > maxBodyBytes) throw tooLong()
  const bytes = received ?? Buffer.from(await request.arrayBuffer().catch(rejectMalformed))
  if (bytes.length > maxBodyBytes) throw tooLong()
  if (declared !== null && Number(declared) !== bytes.length) throw malformed()
  return bytes
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw malformed()
  }
}

const tooLong = () => new UnreadableBody(413, 'tooLarge')

const malformed = () => new UnreadableBody(400, 'damaged')
const rejectMalformed = () => {
  throw malformed()
}
