import type { IncomingMessage } from 'node:http'
import type { Leads } from 'halvi-leads'
import type { Logger } from 'pino'
import { visitLimits } from '../limits.ts'
import { type SeenPage, VisitCounter } from './visit-counter.ts'

interface Options {
  leads: Pick<Leads, 'countVisits'>
  /** Returns whether the page at a path has a form. Viewing such a page counts as opening the form. */
  hasForm(path: string): boolean
  log: Logger
}

/**
 * Counts page views in memory and adds them to the leads' database. Views that can't be written are retried, up to a
 * limit.
 */
export function openVisits({ leads, hasForm, log }: Options) {
  const counter = new VisitCounter()
  let unwritten: SeenPage[] = []
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    const pages = [...unwritten, ...counter.take()].slice(-visitLimits.maxUnwritten)
    unwritten = []
    if (pages.length === 0) return
    try {
      await leads.countVisits(
        pages
          // A path with a dot is a file, such as the sitemap.
          .filter(({ path }) => !path.includes('.'))
          .map(({ path, ...rest }) => ({
            ...rest,
            page: path,
            opened: hasForm(path) ? rest.seen : 0,
          })),
      )
    } catch (err) {
      unwritten = pages
      log.error({ err }, 'writing visits failed')
    }
  }
  const flush = () => {
    writing = writing.then(write)
    return writing
  }
  const timer = setInterval(flush, visitLimits.flushMs).unref()

  return {
    /** Counts a page that is sent in response to a request. Never throws. */
    count: (path: string, request: IncomingMessage) => counter.count(path, request),
    /** Writes the remaining counts. */
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
