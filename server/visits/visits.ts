import type { IncomingMessage } from 'node:http'
import type { Leads } from 'halvi-leads'
import type { Logger } from 'pino'
import { visitLimits } from '../limits.ts'
import { type SeenPage, VisitCounter } from './visit-counter.ts'

interface Options {
  leads: Pick<Leads, 'countVisits'>
  /**
   * Returns the address of a counted page, and whether it has a form. Viewing such a page counts as opening the form.
   */
  describe(page: string): { address: string; hasForm: boolean }
  log: Logger
}

/**
 * Counts page views in memory and adds them to the leads' database. Views that can't be written are retried, up to a
 * limit.
 */
export function openVisits({ leads, describe, log }: Options) {
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
          .map(({ path, ...rest }) => {
            const { address, hasForm } = describe(path)
            return { ...rest, page: address, opened: hasForm ? rest.seen : 0 }
          }),
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
    count: (page: string, request: IncomingMessage) => counter.count(page, request),
    /** Writes the remaining counts. */
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
