import { statfs } from 'node:fs/promises'
import type { LeadObserver } from 'halvi-leads/observer'
import type { Backlog } from 'halvi-leads/stored-lead'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { BackupRecord } from './backups/record.ts'
import type { ConnectionMetrics } from './connections/connections.ts'

/** The state of the page cache. */
interface CacheMetrics {
  /** Requests since the start: answered from memory, after a page was made, by the last good one. */
  hit: number
  miss: number
  stale: number
  pages: number
  bytes: number
  /** Whether the site is told what is published. */
  connected: boolean
}

/** What clients hold of what is limited. */
interface EdgeMetrics extends ConnectionMetrics {
  renders: { running: number; waiting: number }
}

/** The state of backups. */
interface BackupMetrics {
  record: BackupRecord
  /** Since the start. */
  failures: { backup: number; drill: number }
}

/** The process's metrics, in the form that Prometheus reads. */
export interface Metrics {
  /** Counts what happens to leads. */
  leads: LeadObserver
  /** Counts what was rejected because a limit was reached, by a name that docs/operations.md explains. */
  refused(limit: string): void
  /** Shows how many proxies are trusted. */
  trustedProxies(count: number): void
  // These are read whenever the metrics are: a page out of the cache costs nothing here.
  observeCache(read: () => CacheMetrics): void
  observeEdge(read: () => EdgeMetrics): void
  observeDisk(folder: string): void
  observeBackups(read: () => BackupMetrics): void
  contentType: string
  /** All metrics as of now. A backlog that is not known shows as `NaN`. */
  text(backlog: Backlog | undefined): Promise<string>
}

/** Statuses that are shown as 0 from the start: Prometheus sees no increase from nothing to the first one. */
const countedStatuses = [303, 400, 403, 413, 429, 502, 503]

/** Limits that can refuse, by the names that docs/operations.md explains; each is shown as 0 from the start. */
const limits = [
  ...['connections', 'connections-of-a-network', 'requests-of-a-network', 'pipelined-requests'],
  ...['malformed-requests', 'unsent-bytes', 'stalled', 'streams', 'live-metrics', 'public-streams'],
  ...['renders', 'renders-of-a-network', 'preview', 'passwords', 'staff', 'queries'],
  ...['public-queries', 'sockets', 'pictures'],
]

/** Returns metrics that start to count from nothing. */
export function createMetrics(formNames: readonly string[]): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  /** Gauges that are computed whenever the metrics are read. */
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
  /** A counter whose values are counted elsewhere. */
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
    'Submissions answered, by form and HTTP status',
    'form',
    'status',
  )
  const tries = new Histogram({
    name: 'halvi_lead_delivery_seconds',
    help: 'How long the form endpoint took, by form and outcome: accepted or refused',
    labelNames: ['form', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const refusals = counter(
    'halvi_refused_total',
    'Connections, requests and work refused because a limit was reached, by limit',
    'limit',
  )
  const pending = gauge('halvi_leads_pending', 'Leads that the form endpoint has yet to accept')
  const exhausted = gauge(
    'halvi_leads_exhausted',
    'Leads that are sent no more unless they are replayed',
  )
  const oldest = gauge(
    'halvi_leads_oldest_pending_age_seconds',
    'For how long the oldest pending lead has been waiting; 0 when none is',
  )
  const trusted = gauge(
    'halvi_trusted_proxies',
    'TRUST_PROXY: how many proxies in front are believed',
  )
  for (const form of [...formNames, 'none']) {
    for (const status of countedStatuses) answers.inc({ form, status }, 0)
  }
  for (const limit of limits) refusals.inc({ limit }, 0)

  return {
    leads: {
      arrived: (form, outcome) => arrivals.inc({ form, outcome }),
      tried: (form, accepted, seconds) =>
        tries.observe({ form, outcome: accepted ? 'accepted' : 'refused' }, seconds),
      answered: (form, status) => answers.inc({ form, status }),
    },
    refused: (limit) => refusals.inc({ limit }),
    trustedProxies: (count) => trusted.set(count),
    observeCache(read) {
      observeCounts(
        'halvi_page_requests_total',
        'Requests for pages that may be kept, by outcome: hit, miss or stale (the last good page)',
        'outcome',
        () => {
          const { hit, miss, stale } = read()
          return { hit, miss, stale }
        },
      )
      observe({
        halvi_pages_kept: ['Pages in the cache', () => read().pages],
        halvi_pages_kept_bytes: ['Bytes that they take at most', () => read().bytes],
        halvi_content_connected: [
          'Whether the site hears of what is published',
          () => Number(read().connected),
        ],
      })
    },
    observeEdge: (read) =>
      observe({
        halvi_connections: ['Connections that are open', () => read().connections],
        halvi_streams: ['Event streams and sockets among them', () => read().streams],
        halvi_requests_under_way: ['Requests beyond the page cache', () => read().requests],
        halvi_unsent_bytes: ['Bytes that clients have not taken', () => read().unsentBytes],
        halvi_renders_running: ['Pages being made for one visitor', () => read().renders.running],
        halvi_renders_waiting: ['Requests that wait for it', () => read().renders.waiting],
      }),
    observeDisk(folder) {
      const size = async (blocks: 'bavail' | 'blocks') => {
        const disk = await statfs(folder).catch(() => undefined)
        return disk ? disk[blocks] * disk.bsize : Number.NaN
      }
      observe({
        halvi_disk_free_bytes: ['Free bytes on the disk of DATA_DIR', () => size('bavail')],
        halvi_disk_size_bytes: ['Size of that disk', () => size('blocks')],
      })
    },
    observeBackups(read) {
      for (const task of ['backup', 'drill'] as const) {
        const help = `Scheduled ${task}s that failed since the start`
        observeCounts(`halvi_${task}_failures_total`, help, '', () => [read().failures[task]])
      }
      observe({
        halvi_backup_last_success_timestamp_seconds: [
          'When the last backup was made to BACKUP_TO; 0 when none was',
          () => secondsOf(read().record.lastBackup?.at),
        ],
        halvi_drill_last_success_timestamp_seconds: [
          'When a backup was last restored on trial; 0 when none was',
          () => secondsOf(read().record.lastDrill?.at),
        ],
        halvi_backup_bytes: [
          'What the last backup sent to BACKUP_TO, in bytes',
          () => read().record.lastBackup?.bytes ?? 0,
        ],
      })
    },
    contentType: registry.contentType,
    text(backlog) {
      pending.set(backlog?.pending ?? Number.NaN)
      exhausted.set(backlog?.exhausted ?? Number.NaN)
      oldest.set(backlog ? age(backlog.oldestPending) : Number.NaN)
      return registry.metrics()
    },
  }
}

const secondsOf = (at: string | undefined) => (at ? Date.parse(at) / 1000 : 0)

function age(since: string | undefined): number {
  return since === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(since)) / 1000)
}
