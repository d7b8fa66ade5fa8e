import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { logLimits } from '../limits.ts'
import { logBudget } from './monitoring/log-budget.ts'

/** Takes note of an address that somebody asked for and where nothing is. */
export type OnNotFound = (request: IncomingMessage) => void

/** A path or referrer is shortened to so many characters. */
const longest = 500

/**
 * Writes the path to the log, and the page that led there, so that a broken link is found before
 * someone reports it. Of a referrer the query is left out: what was searched for is a person's.
 */
export function logNotFoundPages(log: Logger): OnNotFound {
  const budget = logBudget(logLimits.notFoundPages, 'missing pages', log)
  return ({ url = '', headers }) => {
    if (!budget.take()) return
    log.info({ path: withoutQuery(url), referrer: referrerOf(headers.referer) }, 'page not found')
  }
}

/** Where somebody came from: origin and path. Undefined for what is no address of the web. */
function referrerOf(referer: string | undefined): string | undefined {
  if (!referer || !URL.canParse(referer)) return undefined
  const { protocol, host, pathname } = new URL(referer)
  return /^https?:$/.test(protocol)
    ? `${protocol}//${host}${pathname}`.slice(0, longest)
    : undefined
}

function withoutQuery(url: string): string {
  return (url.split(/[?#]/, 1)[0] ?? '').slice(0, longest)
}
