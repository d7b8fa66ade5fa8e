import { statfs } from 'node:fs/promises'
import type { Backlog, LeadObserver } from 'halvi-leads'
import { createSharedMetrics } from 'halvi-site/metrics'
import { AggregatorRegistry, type MetricObject } from 'prom-client'
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

/** The metrics of the site, in the Prometheus format. */
export type Metrics = ReturnType<typeof createMetrics>

/** Statuses that are reported as 0 from the start. Otherwise Prometheus does not see the first increase. */
const countedStatuses = [303, 400, 403, 413, 429, 502, 503]

/** The names of the site's limits, explained in docs/operate/metrics.md. Each is reported as 0 from the start. */
const limits = [
  ...['connections', 'connections-of-a-network', 'requests-of-a-network'],
  ...['malformed-requests', 'long-paths', 'renders', 'office'],
]

/** Returns metrics whose counters start at 0. */
export function createMetrics(formNames: readonly string[]) {
  const { registry, counter, gauge, observe, observeCounts, attempted, countRejection } =
    createSharedMetrics('site', limits)
  const arrivals = counter(
    'halvi_leads_total',
    'Submissions stored, by form and outcome: new, repeated or spam',
    'form',
    'outcome',
  )
  const responses = counter(
    'halvi_submissions_total',
    'Responses to submissions, by form and HTTP status',
    'form',
    'status',
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
  for (const form of [...formNames, 'none']) {
    for (const status of countedStatuses) responses.inc({ form, status }, 0)
  }

  return {
    /** Counts events of leads. */
    leads: {
      arrived: (form, outcome) => arrivals.inc({ form, outcome }),
      attempted,
      responded: (form, status) => responses.inc({ form, status }),
      // The office sends messages.
      mailed: () => {},
    } satisfies LeadObserver,
    countRejection,
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
    observeOffice(read: () => { isUp: boolean; starts: number }) {
      observe({
        halvi_office_up: ['Whether the office responds', () => Number(read().isUp)],
        halvi_office_starts: [
          'Starts of the office since the start of the site',
          () => read().starts,
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
    contentType: registry.contentType,
    /**
     * Resolves to the current values of all metrics, as sums of those of this process and of the office. Without a
     * backlog, its metrics are `NaN`.
     */
    async text(backlog: Backlog | undefined, ofOffice: MetricObject[] = []): Promise<string> {
      pending.set(backlog?.pending ?? Number.NaN)
      exhausted.set(backlog?.exhausted ?? Number.NaN)
      oldest.set(backlog ? age(backlog.oldestPending) : Number.NaN)
      const own = await registry.getMetricsAsJSON()
      // By default, the aggregation leaves out the start times of processes.
      const summed = [own, ofOffice].map((all) =>
        all.map((metric) => ({ ...metric, aggregator: 'sum' as const })),
      )
      return AggregatorRegistry.aggregate(summed).metrics()
    },
  }
}

function age(since: string | undefined): number {
  return since === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(since)) / 1000)
}
