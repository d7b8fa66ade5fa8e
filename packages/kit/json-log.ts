import { type DestinationStream, type Logger, pino } from 'pino'

/** The fields of an error that are logged. */
interface ErrorOrigin {
  type: string
  message: string
  stack: string
  /** A code of the operating system or the database. */
  code?: unknown
  /** The query of a ContentError. It contains no input of visitors. */
  query?: unknown
  params?: unknown
}

/**
 * Returns the fields that show where an error comes from. Other fields are dropped: drivers add the row that violated
 * a constraint, with a visitor's data, or a URL with its password.
 */
export function originOf(error: ErrorOrigin & { raw?: unknown }): ErrorOrigin {
  const { type, message, stack, query, params } = error
  return { type, message, stack, code: error.code ?? codeOfCause(error.raw), query, params }
}

/**
 * Returns the code of the nearest cause that has one. The messages of causes are already part of the error's message.
 */
function codeOfCause(error: unknown): unknown {
  const { cause } = (error ?? {}) as { cause?: unknown }
  if (!(cause instanceof Error)) return undefined
  return (cause as NodeJS.ErrnoException).code ?? codeOfCause(cause)
}

/**
 * Matches texts that can be secret tokens, also with escapes and invisible characters. The link for the first account
 * is logged on purpose, so it is matched with its `#setup=` and kept. Requests have no fragments.
 */
const longWords = /#setup=[\w-]*|[\w.%\u0080-\uffff-]{32,}/g

/** Matches the tokens of personal links: an id, more parts, and a signature that may be cut off. */
const personalToken = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.[\w.-]{0,100}\.[\w-]{8,}/i

/** Matches random tokens of 24 or 32 bytes in base64url. */
const randomToken =
  /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)(?:[\w-]{32}|[\w-]{43})(?![\w-])/

/** Returns a text without secret tokens, which it recognizes by their shape in any path, query, or message. */
function withoutTokens(text: string): string {
  return text.replace(longWords, (word) => {
    if (word.startsWith('#')) return word
    let plain = word
    for (let times = 0; times < 3; times++) {
      plain = plain.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
    }
    plain = plain.replace(/[^\w./-]/g, '')
    return personalToken.test(plain) || randomToken.test(plain) ? '[token]' : word
  })
}

/**
 * Returns a logger that writes one JSON object per line to `destination` or standard output. On a terminal, it writes
 * human-readable lines.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const readable = !destination && process.stdout.isTTY
  const options = {
    level,
    base: undefined,
    serializers: { err: pino.stdSerializers.wrapErrorSerializer(originOf) },
    hooks: { streamWrite: withoutTokens },
    ...(readable && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } },
    }),
  }
  return destination ? pino(options, destination) : pino(options)
}
