import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import { logLimits } from '../limits.ts'
import { originOf } from '../log.ts'

/** Returns whether one more line may be written in this second; omitted lines are reported in one line. */
function logBudget(linesPerSecond: number, what: string, log: Logger): () => boolean {
  let asked = 0
  const end = () => {
    const leftOut = asked - linesPerSecond
    if (leftOut > 0) log.warn({ leftOut }, `${what} left out of the log`)
    asked = 0
  }
  return () => {
    if (asked === 0) setTimeout(end, 1_000).unref()
    return ++asked <= linesPerSecond
  }
}

/**
 * Gives each request an id (`X-Request-Id`) and one line in the log, within a budget: a flood must not fill
 * a disk. Queries and headers stay out: they may name a person or hold a secret.
 */
export function requestLog(logger: Logger) {
  const mayLogAnswered = logBudget(logLimits.answered, 'requests', logger)
  const mayLogRefused = logBudget(logLimits.refused, 'refused requests', logger)
  // A flood of rejected requests hides no failure.
  const mayLogFailed = logBudget(logLimits.failed, 'failed requests', logger)
  const message = (request: IncomingMessage, response: ServerResponse) =>
    `${request.method} ${response.statusCode}`
  return pinoHttp({
    logger,
    genReqId(_request: IncomingMessage, response: ServerResponse) {
      const id = randomUUID()
      response.setHeader('X-Request-Id', id)
      return id
    },
    customLogLevel: (request, { statusCode }, error) => {
      if (error || statusCode >= 500) return mayLogFailed() ? 'error' : 'silent'
      if (statusCode >= 400) return mayLogRefused() ? 'warn' : 'silent'
      if (isPolled(request)) return 'debug'
      return mayLogAnswered() ? 'info' : 'silent'
    },
    customSuccessMessage: message,
    customErrorMessage: message,
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestId', responseTime: 'milliseconds' },
    serializers: {
      err: originOf,
      req: ({ method, url }: { method: string; url: string }) => ({ method, path: pathOf(url) }),
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
    },
  })
}

/** Whether it is the question that the Studio's tool Leads repeats: has anything changed? */
function isPolled(request: IncomingMessage & { originalUrl?: string }): boolean {
  // A router removes the beginning of `url`.
  return pathOf(request.originalUrl ?? request.url ?? '') === '/staff/v1/changes'
}

/** Notes an address that somebody asked for and where nothing is. */
export type OnNotFound = (request: IncomingMessage) => void

/** The longest path or referrer in the log, in characters. */
const maxLength = 500

/** Logs a missing page and what links to it. A referrer's query is a person's, and stays out. */
export function logNotFoundPages(log: Logger): OnNotFound {
  const mayLog = logBudget(logLimits.notFoundPages, 'missing pages', log)
  return ({ url = '', headers }) => {
    if (!mayLog()) return
    const path = pathOf(url).slice(0, maxLength)
    log.info({ path, referrer: referrerOf(headers.referer) }, 'page not found')
  }
}

/** Returns where somebody came from: origin and path. Undefined for what is no address of the web. */
function referrerOf(referer: string | undefined): string | undefined {
  if (!referer || !URL.canParse(referer)) return undefined
  const { protocol, host, pathname } = new URL(referer)
  if (!/^https?:$/.test(protocol)) return undefined
  return `${protocol}//${host}${pathname}`.slice(0, maxLength)
}

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}
