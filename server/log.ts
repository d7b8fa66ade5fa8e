import { type DestinationStream, type Logger, pino } from 'pino'

/** An error, as the log tells of it. */
interface ErrorOrigin {
  type: string
  message: string
  stack: string
  /** The system's, or a database's. */
  code?: unknown
  /** A ContentError's; no visitor writes them. */
  query?: unknown
  params?: unknown
}

/**
 * Returns what tells where an error comes from. Drivers add the row that broke a rule, with all that a
 * visitor wrote, or an address with its password.
 */
export function originOf(error: ErrorOrigin & { raw?: unknown }): ErrorOrigin {
  const { type, message, stack, query, params } = error
  return { type, message, stack, code: error.code ?? codeOfCause(error.raw), query, params }
}

/** The code of the nearest cause that has one; messages of causes are in the error's own already. */
function codeOfCause(error: unknown): unknown {
  const { cause } = (error ?? {}) as { cause?: unknown }
  if (!(cause instanceof Error)) return undefined
  return (cause as NodeJS.ErrnoException).code ?? codeOfCause(cause)
}

/** Logs a JSON object a line to `destination` or standard output; readable lines on a terminal. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const readable = !destination && process.stdout.isTTY
  const options = {
    level,
    base: undefined,
    serializers: { err: pino.stdSerializers.wrapErrorSerializer(originOf) },
    ...(readable && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } },
    }),
  }
  return destination ? pino(options, destination) : pino(options)
}
