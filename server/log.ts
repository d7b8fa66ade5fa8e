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

/** Matches the path of a page with a personal link (leads/applicants/links.ts). */
const personalPath = /\/(confirm|me|unsubscribe)\/[^/?#]+/gi

/** Returns a path or address without the secret tokens of personal links. */
export const withoutToken = (path: unknown): unknown =>
  typeof path === 'string' ? path.replace(personalPath, '/$1/[token]') : path

/**
 * Returns a logger that writes one JSON object per line to `destination` or standard output. On a terminal, it writes
 * human-readable lines.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const readable = !destination && process.stdout.isTTY
  const options = {
    level,
    base: undefined,
    serializers: {
      err: pino.stdSerializers.wrapErrorSerializer(originOf),
      path: withoutToken,
      referrer: withoutToken,
    },
    ...(readable && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } },
    }),
  }
  return destination ? pino(options, destination) : pino(options)
}
