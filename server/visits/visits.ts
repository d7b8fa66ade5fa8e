import type { IncomingMessage } from 'node:http'
import type { Leads } from 'halvi-leads'
import type { Logger } from 'pino'
import { visitLimits } from '../limits.ts'
import { type SeenPage, VisitCounter } from './visit-counter.ts'

interface Options {
  leads: Pick<Leads, 'countVisits'>
  /** Whether a form can be submitted to the page at a path: seeing it is opening the form. */
  hasForm(path: string): boolean
  log: Logger
}

/** Counts what visitors see, in aggregates beside the leads. What can't be written is retried, within bounds. */
export function openVisits({ leads, hasForm, log }: Options) {
  const counter = new VisitCounter()
  let unwritten: SeenPage[] = []
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    const pages = [...unwritten, ...counter.take()].slice(-visitLimits.unwritten)
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
      log.error({ err }, 'visits not written down')
    }
  }
  const flush = () => {
    writing = writing.then(write)
    return writing
  }
  const timer = setInterval(flush, visitLimits.flushMs).unref()

  return {
    /** Notes that the page at a path is sent in answer to a request. Never throws. */
    count: (path: string, request: IncomingMessage) => counter.count(path, request),
    /** Writes what has been counted. */
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
