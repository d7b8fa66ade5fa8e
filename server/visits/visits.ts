import type { IncomingMessage } from 'node:http'
import type { Leads } from 'halvi-leads'
import type { Visit } from 'halvi-leads/visits'
import type { Logger } from 'pino'
import { visitLimits } from '../limits.ts'
import { type SeenPage, VisitCounter } from './visit-counter.ts'

/** Counts what visitors see, and writes it down in aggregates beside the leads. */
export interface Visits {
  /** Takes note that the page at a path is sent to whoever asked for it. Never throws. */
  count(path: string, request: IncomingMessage): void
  /** Writes down what has been counted. */
  close(): Promise<void>
}

interface Options {
  leads: Pick<Leads, 'countVisits'>
  /** Whether a form can be submitted to the page at a path: seeing it is opening the form. */
  hasForm(path: string): boolean
  log: Logger
}

/** Begins to count. What can't be written is kept, within bounds, and written the next time. */
export function openVisits({ leads, hasForm, log }: Options): Visits {
  const counter = new VisitCounter()
  let unwritten: SeenPage[] = []
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    const seen = [...unwritten, ...counter.take()].slice(-visitLimits.unwritten)
    unwritten = []
    if (seen.length === 0) return
    try {
      // What has a dot is a file, such as the sitemap.
      const pages = seen.filter(({ path }) => !path.includes('.'))
      await leads.countVisits(pages.map((page) => visitOf(page, hasForm(page.path))))
    } catch (err) {
      unwritten = seen
      log.error({ err }, 'visits not written down')
    }
  }
  /** One after the other. */
  const flush = () => {
    writing = writing.then(write)
    return writing
  }
  const timer = setInterval(flush, visitLimits.flushMs)
  timer.unref()

  return {
    count: (path, request) => counter.count(path, request),
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

function visitOf({ hour, path, campaign, seen }: SeenPage, hasForm: boolean): Visit {
  return { hour, page: path, campaign, seen, opened: hasForm ? seen : 0 }
}
