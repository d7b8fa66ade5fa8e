/** The longest body that a form may have, in bytes. */
export const longestBody = 100_000

/**
 * A longer one is read to its end, in bytes, and thrown away: a browser that is answered while it
 * still sends may show a broken connection in place of the answer.
 */
const longestThrownAway = 1_000_000

/** A body that could not be read, with the status that says so and a message for the visitor. */
export class UnreadableBody extends Error {
  override name = 'UnreadableBody'
  constructor(
    readonly status: 400 | 413 | 415,
    message: string,
  ) {
    super(message)
  }
}

/**
 * What a form has sent, read from the request's body: `application/x-www-form-urlencoded` (URL
 * standard) or `multipart/form-data` without files (RFC 7578), in UTF-8, at most `longestBody`
 * long.
 *
 * @throws UnreadableBody for any other body
 */
export async function readFormBody(request: Request): Promise<FormData | URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  const [, media = '', charset = 'utf-8'] =
    /^\s*([\w/+.-]+)\s*(?:;.*?\bcharset\s*=\s*"?([\w-]+))?/i.exec(type) ?? []
  const parse = parsers[media.toLowerCase()]
  if (!parse || !/^utf-?8$/i.test(charset)) {
    throw new UnreadableBody(415, 'This form could not be read. Please send it from this page.')
  }
  const text = decode(await readBytes(request))
  try {
    return await parse(text, type)
  } catch (error) {
    if (error instanceof UnreadableBody) throw error
    throw malformed()
  }
}

const parsers: Record<
  string,
  (text: string, type: string) => FormData | URLSearchParams | Promise<FormData>
> = {
  'application/x-www-form-urlencoded'(text) {
    // URLSearchParams would replace what is no UTF-8.
    if (!isDecodable(text)) throw malformed()
    return new URLSearchParams(text)
  },
  async 'multipart/form-data'(text, type) {
    const data = await new Response(text, { headers: { 'Content-Type': type } }).formData()
    for (const value of data.values()) {
      if (typeof value !== 'string') throw new UnreadableBody(415, 'This form takes no files.')
    }
    return data
  },
}

/** A `try` of its own: what is thrown by a call whose result nobody needs, a bundler leaves out. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

async function readBytes(request: Request): Promise<Buffer> {
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > longestThrownAway) throw tooLong()
  const chunks: Uint8Array[] = []
  let length = 0
  // Left without cancelling the stream: that would cut the line before the answer is sent.
  const reader = request.body?.getReader()
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      length += part.value.byteLength
      if (length > longestThrownAway) throw tooLong()
      if (length <= longestBody) chunks.push(part.value)
    }
    if (length > longestBody) throw tooLong()
  } catch (error) {
    if (error instanceof UnreadableBody) throw error
    throw malformed()
  }
  if (declared !== null && Number(declared) !== length) throw malformed()
  return Buffer.concat(chunks, length)
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed()
  }
}

const tooLong = () =>
  new UnreadableBody(
    413,
    'That is more than we can take. Please go back to what you wrote and shorten it.',
  )

const malformed = () =>
  new UnreadableBody(400, 'This form arrived damaged. Please go back and send it again.')
