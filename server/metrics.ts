import { statfs } from 'node:fs/promises'
import type { Backlog, LeadObserver } from 'halvi-leads'
import { type MailCounts, messageKinds } from 'halvi-leads/mail'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ConnectionMetrics } from './connections/connections.ts'

/** State of the page cache. */
interface CacheMetrics {
  /**
   * Requests since the start: served from memory (hit), after rendering (miss), or with the last good version
   * (stale).
   */
  hit: number
  miss: number
  stale: number
  pages: number
  bytes: number
  /** Whether the site is receiving content updates. */
  connected: boolean
}

/** Connections, requests, and renders in progress. */
interface EdgeMetrics extends ConnectionMetrics {
  renders: { running: number; waiting: number }
}

/** The metrics of the process, in the Prometheus format. */
export type Metrics = ReturnType<typeof createMetrics>

/** Statuses that are reported as 0 from the start. Otherwise Prometheus does not see the first increase. */
const countedStatuses = [303, 400, 403, 413, 429, 502, 503]

/** The states of a message after an attempt. Each is reported as 0 from the start. */
const mailOutcomes = ['delivered', 'pending', 'exhausted', 'bounced', 'uncertain']

/** The names of all limits, explained in docs/operate/metrics.md. Each is reported as 0 from the start. */
const limits = [
  ...['connections', 'connections-of-a-network', 'requests-of-a-network'],
  ...['malformed-requests', 'long-paths', 'streams', 'public-streams'],
  ...['renders', 'preview', 'passwords', 'staff', 'queries'],
  ...['sockets', 'socket-streams', 'exports', 'pictures'],
]

/** Returns metrics whose counters start at 0. */
export function createMetrics(formNames: readonly string[]) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  /** Adds gauges whose values are computed when the metrics are read. */
  const observe = (
    gauges: Record<string, [help: string, read: () => number | Promise<number>]>,
  ) => {
    for (const [name, [help, read]] of Object.entries(gauges)) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read())
        },
      })
    }
  }
  /** Adds a counter whose values are counted elsewhere. */
  const observeCounts = (name: string, help: string, label: string, read: () => object) =>
    new Counter({
      name,
      help,
      labelNames: label ? [label] : [],
      registers,
      collect() {
        this.reset()
        for (const [key, count] of Object.entries(read()))
          this.inc(label ? { [label]: key } : {}, count)
      },
    })

  const arrivals = counter(
    'halvi_leads_total',
    'Submissions stored, by form and outcome: new, repeated or spam',
    'form',
    'outcome',
  )
  const answers = counter(
    'halvi_submissions_total',
    'Responses to submissions, by form and HTTP status',
    'form',
    'status',
  )
  const deliveries = new Histogram({
    name: 'halvi_lead_delivery_seconds',
    help: 'Duration of deliveries to the form endpoint, by form and outcome: accepted or refused',
    labelNames: ['form', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const rejections = counter(
    'halvi_refused_total',
    'Connections, requests, and tasks rejected because a limit was reached, by limit',
    'limit',
  )
  const pending = gauge('halvi_leads_pending', 'Leads that the form endpoint has not accepted yet')
  const exhausted = gauge(
    'halvi_leads_exhausted',
    'Leads whose delivery attempts are exhausted; they are sent again only if replayed',
  )
  const oldest = gauge(
    'halvi_leads_oldest_pending_age_seconds',
    'Age of the oldest pending lead; 0 without pending leads',
  )
  const mails = counter(
    'halvi_mail_attempts_total',
    'Attempts to send messages, by kind and the state of the message after it',
    'kind',
    'state',
  )
  for (const kind of messageKinds) {
    for (const state of mailOutcomes) mails.inc({ kind, state }, 0)
  }
  for (const form of [...formNames, 'none']) {
    for (const status of countedStatuses) answers.inc({ form, status }, 0)
  }
  for (const limit of limits) rejections.inc({ limit }, 0)

  return {
    /** Counts events of leads. */
    leads: {
      arrived: (form, outcome) => arrivals.inc({ form, outcome }),
      attempted: (form, accepted, seconds) =>
        deliveries.observe({ form, outcome: accepted ? 'accepted' : 'refused' }, seconds),
      answered: (form, status) => answers.inc({ form, status }),
      mailed: (kind, state) => mails.inc({ kind, state }),
    } satisfies LeadObserver,
    /** Counts a rejection by its limit. docs/operate/metrics.md explains the names of limits. */
    countRejection: (limit: string) => rejections.inc({ limit }),
    // `read` is called when the metrics are read, so that serving a cached page costs nothing here.
    observeCache(read: () => CacheMetrics) {
      observeCounts(
        'halvi_page_requests_total',
        'Requests for cacheable pages, by outcome: hit, miss, or stale (the last good page)',
        'outcome',
        () => {
          const { hit, miss, stale } = read()
          return { hit, miss, stale }
        },
      )
      observe({
        halvi_pages_kept: ['Cached pages', () => read().pages],
        halvi_pages_kept_bytes: ['Maximum size of the cached pages in memory', () => read().bytes],
        halvi_content_connected: [
          'Whether the site is receiving content updates',
          () => Number(read().connected),
        ],
      })
    },
    observeEdge: (read: () => EdgeMetrics) =>
      observe({
        halvi_connections: ['Open connections', () => read().connections],
        halvi_requests_under_way: [
          'Requests in progress that the page cache did not answer',
          () => read().requests,
        ],
        halvi_renders_running: ['Uncached pages being rendered', () => read().renders.running],
        halvi_renders_waiting: ['Requests waiting to be rendered', () => read().renders.waiting],
      }),
    observeDisk(folder: string) {
      const size = async (blocks: 'bavail' | 'blocks') => {
        const disk = await statfs(folder).catch(() => undefined)
        return disk ? disk[blocks] * disk.bsize : Number.NaN
      }
      observe({
        halvi_disk_free_bytes: ['Free space on the disk of DATA_DIR', () => size('bavail')],
        halvi_disk_size_bytes: ['Size of that disk', () => size('blocks')],
      })
    },
    observeBackup(last: () => Date | undefined) {
      observe({
        halvi_backup_last_success_timestamp_seconds: [
          'Time of the last successful backup; 0 before the first one',
          () => (last()?.getTime() ?? 0) / 1000,
        ],
      })
    },
    observeMail(read: () => Promise<MailCounts>) {
      // The registry collects all gauges at the same time: they share one call.
      let reading: Promise<MailCounts | undefined> | undefined
      const number = (name: keyof MailCounts) => async () => {
        reading ??= read().catch(() => undefined)
        const counts = await reading
        reading = undefined
        return counts?.[name] ?? Number.NaN
      }
      observe({
        halvi_mail_pending: ['Messages to send', number('pending')],
        halvi_mail_oldest_pending_age_seconds: [
          'Age of the oldest message to send; 0 without such messages',
          number('oldestPendingAge'),
        ],
        halvi_mail_waiting: ['Invitations that wait for their turn', number('waiting')],
        halvi_mail_held: ['Messages that are held', number('held')],
        halvi_mail_on_hold: [
          'Whether queued mail is held because the database was restored',
          number('onHold'),
        ],
        halvi_mail_exhausted: ['Messages that were given up', number('exhausted')],
        halvi_mail_bounced: ['Messages that mail servers rejected for good', number('bounced')],
        halvi_mail_uncertain: ['Messages that may not have arrived', number('uncertain')],
        halvi_mail_possibly_doubled: [
          'Messages that may have arrived twice',
          number('possiblyDoubled'),
        ],
        halvi_applicants_confirmed: ['Applicants with a confirmed address', number('confirmed')],
        halvi_credits_given: ['Referrals that count', number('creditGiven')],
        halvi_credits_withheld: ['Referrals under suspicion', number('creditWithheld')],
        halvi_credits_denied: ['Referrals that staff have denied', number('creditDenied')],
      })
    },
    contentType: registry.contentType,
    /** Resolves to the current values of all metrics. Without a backlog, its metrics are `NaN`. */
    text(backlog: Backlog | undefined): Promise<string> {
      pending.set(backlog?.pending ?? Number.NaN)
      exhausted.set(backlog?.exhausted ?? Number.NaN)
      oldest.set(backlog ? age(backlog.oldestPending) : Number.NaN)
      return registry.metrics()
    },
  }
}

function age(since: string | undefined): number {
  return since === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(since)) / 1000)
}
