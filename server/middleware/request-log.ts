import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { originOf } from 'halvi-kit/json-log'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import type { RequestAddress } from '../../app/handler/address.ts'
import { logLimits } from '../limits.ts'

/**
 * Returns a function that returns whether another line may be logged in this second. Logs the number of omitted lines
 * afterwards.
 */
function logBudget(linesPerSecond: number, what: string, log: Logger): () => boolean {
  let lines = 0
  const end = () => {
    const omitted = lines - linesPerSecond
    if (omitted > 0) log.warn({ leftOut: omitted }, `${what} omitted from the log`)
    lines = 0
  }
  return () => {
    if (lines === 0) setTimeout(end, 1_000).unref()
    return ++lines <= linesPerSecond
  }
}

/**
 * Returns a request logger. It sets an id (`X-Request-Id`) and logs one line per request, up to a maximum per second,
 * so that a flood can't fill the disk. Queries and headers are not logged because they may contain personal data or
 * secrets.
 */
export function requestLog(logger: Logger) {
  const mayLogAnswered = logBudget(logLimits.answered, 'requests', logger)
  const mayLogRejected = logBudget(logLimits.rejected, 'rejected requests', logger)
  // Failures have a separate budget, so that a flood of rejected requests does not hide them.
  const mayLogFailed = logBudget(logLimits.failed, 'failed requests', logger)
  const message = (request: IncomingMessage, response: ServerResponse) => {
    const end = response.writableFinished ? '' : ', closed before the end'
    return `${request.method} ${response.statusCode}${end}`
  }
  return pinoHttp({
    logger,
    genReqId(_request: IncomingMessage, response: ServerResponse) {
      const id = randomUUID()
      response.setHeader('X-Request-Id', id)
      return id
    },
    customLogLevel: (request, { statusCode }, error) => {
      if (error || statusCode >= 500) return mayLogFailed() ? 'error' : 'silent'
      if (statusCode >= 400) return mayLogRejected() ? 'warn' : 'silent'
      const { path, route } = request.address
      // The line of the stored lead is enough.
      const isStored = statusCode === 303 && route?.formName !== undefined
      if (isStored || isFrequent.test(path)) return 'debug'
      return mayLogAnswered() ? 'info' : 'silent'
    },
    customSuccessMessage: message,
    customErrorMessage: message,
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestId', responseTime: 'milliseconds' },
    serializers: {
      err: originOf,
      req: ({ method, raw }: { method: string; raw: IncomingMessage }) => ({
        method,
        ...loggedAddress(raw.address),
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
    },
  })
}

/** Matches what the Studio requests often: changes of leads, and its own files. */
const isFrequent = /^\/staff\/v1\/changes$|^\/studio(\/|$)/

/** Logs a request for a page that does not exist. */
export type OnNotFound = (request: IncomingMessage) => void

/** Maximum length of a path or referrer in the log, in characters. */
const maxLength = 500

/**
 * Returns a function that logs missing pages with their referrer. The referrer's query is not logged because it may
 * contain personal data.
 */
export function logNotFoundPages(log: Logger): OnNotFound {
  const mayLog = logBudget(logLimits.notFoundPages, 'missing pages', log)
  return ({ address, headers }) => {
    if (!mayLog()) return
    const referrer = referrerOf(headers.referer)
    log.info({ ...loggedAddress(address), referrer }, 'page not found')
  }
}

/** Returns the origin and path of the referrer, or undefined if it is not an HTTP URL. */
function referrerOf(referer: string | undefined): string | undefined {
  if (!referer || !URL.canParse(referer)) return undefined
  const { protocol, host, pathname } = new URL(referer)
  if (!/^https?:$/.test(protocol)) return undefined
  return `${protocol}//${host}${pathname}`.slice(0, maxLength)
}

/** Returns the language and the path of a request without a fragment, cut to the maximum length in the log. */
function loggedAddress({ language, path }: RequestAddress) {
  return { language: language.code, path: path.slice(0, maxLength).split('#', 1)[0] }
}
