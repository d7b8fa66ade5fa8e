import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import { logLimits } from '../../limits.ts'
import { originOf } from '../../log.ts'
import { logBudget } from './log-budget.ts'

/**
 * Gives each request an id, which the answer carries as `X-Request-Id`, and one line in the log.
 * Queries and headers stay out of it: they may name a person or hold a secret. Beyond so many lines a
 * second requests are counted instead: a flood must not fill a disk.
 */
export function requestLog(logger: Logger) {
  const answered = logBudget(logLimits.answered, 'requests', logger)
  const refused = logBudget(logLimits.refused, 'refused requests', logger)
  // Who sends much that is refused hides no failure.
  const failed = logBudget(logLimits.failed, 'failed requests', logger)
  return pinoHttp({
    logger,
    genReqId(_request: IncomingMessage, response: ServerResponse) {
      const id = randomUUID()
      response.setHeader('X-Request-Id', id)
      return id
    },
    customLogLevel: (request, response, error) => {
      const { statusCode } = response
      if (error || statusCode >= 500) return failed.take() ? 'error' : 'silent'
      if (statusCode >= 400) return refused.take() ? 'warn' : 'silent'
      if (isPolled(request)) return 'debug'
      return answered.take() ? 'info' : 'silent'
    },
    customSuccessMessage: (request, response) => `${request.method} ${response.statusCode}`,
    customErrorMessage: (request, response) => `${request.method} ${response.statusCode}`,
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestId', responseTime: 'milliseconds' },
    serializers: {
      err: originOf,
      req: ({ method, url }: { method: string; url: string }) => ({ method, path: pathOf(url) }),
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
    },
  })
}

/** Whether it is what the Studio's tool Leads asks for all the time: has anything changed? */
function isPolled(request: IncomingMessage & { originalUrl?: string }): boolean {
  // A router takes away the beginning of `url`.
  return pathOf(request.originalUrl ?? request.url ?? '') === '/staff/v1/changes'
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? ''
}
