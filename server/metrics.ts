import { statfs } from 'node:fs/promises'
import type { LeadObserver } from 'halvi-leads/observer'
import type { Backlog } from 'halvi-leads/stored-lead'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { BackupRecord } from './backups/record.ts'
import type { ConnectionMetrics } from './connections/connections.ts'

/** How the page cache fares. */
interface CacheMetrics {
  /** Requests since the start: answered from memory, after a page was made, by the last good one. */
  hit: number
  miss: number
  stale: number
  pages: number
  bytes: number
  /** Whether what is published is heard of. */
  connected: boolean
}

/** How much of what is limited is taken. */
interface EdgeMetrics extends ConnectionMetrics {
  renders: { running: number; waiting: number }
}

/** What is known of backups. */
interface BackupMetrics {
  record: BackupRecord
  /** Since the start. */
  failures: { backup: number; drill: number }
}

/** The process's metrics, in the form that Prometheus reads. */
export interface Metrics {
  /** Counts what happens to leads. */
  leads: LeadObserver
  /** Counts what was refused because a limit was reached, by a name that docs/operations.md explains. */
  refused(limit: string): void
  /** Has the page cache asked for its metrics whenever they are read: a hit costs nothing here. */
  observeCache(read: () => CacheMetrics): void
  /** Has what is limited asked for its metrics whenever they are read. */
  observeEdge(read: () => EdgeMetrics): void
  /** Has the disk of a folder measured whenever the metrics are read. */
  observeDisk(folder: string): void
  /** Shows how many proxies are trusted. */
  trustedProxies(count: number): void
  /** Has backups asked for their metrics whenever they are read. */
  observeBackups(read: () => BackupMetrics): void
  contentType: string
  /** All metrics as of now. A backlog that is not known shows as `NaN`. */
  text(backlog: Backlog | undefined): Promise<string>
}

/**
 * Statuses of submissions that alerts and charts count. Each is shown as 0 from the start: the increase from
 * nothing to the first one is none to Prometheus.
 */
const countedStatuses = [303, 400, 403, 413, 429, 502, 503]

/** Limits that can refuse, by the names that docs/operations.md explains; each is shown as 0 from the start. */
const limits = [
  ...['connections', 'connections-of-a-network', 'requests-of-a-network', 'pipelined-requests'],
  ...['malformed-requests', 'unsent-bytes', 'stalled', 'streams', 'live-metrics', 'public-streams'],
  ...['renders', 'renders-of-a-network', 'preview', 'passwords', 'staff', 'queries'],
  ...['public-queries', 'sockets', 'pictures'],
]

/** Starts to count, from nothing. @param formNames the forms of the site */
export function createMetrics(formNames: readonly string[]): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const arrivals = new Counter({
    name: 'halvi_leads_total',
    help: 'Submissions stored, by form and outcome: new, repeated or spam',
    labelNames: ['form', 'outcome'],
    registers,
  })
  const answers = new Counter({
    name: 'halvi_submissions_total',
    help: 'Submissions answered, by form and HTTP status',
    labelNames: ['form', 'status'],
    registers,
  })
  const tries = new Histogram({
    name: 'halvi_lead_delivery_seconds',
    help: 'How long the form endpoint took, by form and outcome: accepted or refused',
    labelNames: ['form', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const refusals = new Counter({
    name: 'halvi_refused_total',
    help: 'Connections, requests and work refused because a limit was reached, by limit',
    labelNames: ['limit'],
    registers,
  })
  const pending = new Gauge({
    name: 'halvi_leads_pending',
    help: 'Leads that the form endpoint has yet to accept',
    registers,
  })
  const exhausted = new Gauge({
    name: 'halvi_leads_exhausted',
    help: 'Leads that are sent no more unless they are replayed',
    registers,
  })
  const oldest = new Gauge({
    name: 'halvi_leads_oldest_pending_age_seconds',
    help: 'For how long the oldest pending lead has been waiting; 0 when none is',
    registers,
  })

  for (const form of [...formNames, 'none']) {
    for (const status of countedStatuses) answers.inc({ form, status }, 0)
  }
  for (const limit of limits) refusals.inc({ limit }, 0)
  const trusted = new Gauge({
    name: 'halvi_trusted_proxies',
    help: 'TRUST_PROXY: how many proxies in front are believed',
    registers,
  })

  return {
    leads: {
      arrived: (form, outcome) => arrivals.inc({ form, outcome }),
      tried: (form, accepted, seconds) =>
        tries.observe({ form, outcome: accepted ? 'accepted' : 'refused' }, seconds),
      answered: (form, status) => answers.inc({ form, status }),
    },
    refused: (limit) => refusals.inc({ limit }),
    observeCache: (read) => observeCache(read, registers),
    observeDisk: (folder) => observeDisk(folder, registers),
    trustedProxies: (count) => trusted.set(count),
    observeEdge: (read) => gaugesOf(edgeGauges, read, registers),
    observeBackups: (read) => observeBackups(read, registers),
    contentType: registry.contentType,
    text(backlog) {
      pending.set(backlog?.pending ?? Number.NaN)
      exhausted.set(backlog?.exhausted ?? Number.NaN)
      oldest.set(backlog ? age(backlog.oldestPending) : Number.NaN)
      return registry.metrics()
    },
  }
}

function observeCache(read: () => CacheMetrics, registers: Registry[]): void {
  new Counter({
    name: 'halvi_page_requests_total',
    help: 'Requests for pages that may be kept, by outcome: hit, miss or stale (the last good page)',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      const values = read()
      for (const outcome of ['hit', 'miss', 'stale'] as const) {
        this.inc({ outcome }, values[outcome])
      }
    },
  })
  gaugesOf(cacheGauges, read, registers)
}

function observeBackups(read: () => BackupMetrics, registers: Registry[]): void {
  for (const task of ['backup', 'drill'] as const) {
    new Counter({
      name: `halvi_${task}_failures_total`,
      help: `Scheduled ${task}s that failed since the start`,
      registers,
      collect() {
        this.reset()
        this.inc(read().failures[task])
      },
    })
  }
  gaugesOf(backupGauges, () => read().record, registers)
}

function observeDisk(folder: string, registers: Registry[]): void {
  const gauge = (name: string, help: string, blocks: 'bavail' | 'blocks') =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const disk = await statfs(folder).catch(() => undefined)
        this.set(disk ? disk[blocks] * disk.bsize : Number.NaN)
      },
    })
  gauge('halvi_disk_free_bytes', 'Free bytes on the disk of DATA_DIR', 'bavail')
  gauge('halvi_disk_size_bytes', 'Size of that disk', 'blocks')
}

type Gauges<Values> = [name: string, help: string, value: (values: Values) => number][]

const cacheGauges: Gauges<CacheMetrics> = [
  ['halvi_pages_kept', 'Pages in the cache', ({ pages }) => pages],
  ['halvi_pages_kept_bytes', 'Bytes that they take at most', ({ bytes }) => bytes],
  [
    'halvi_content_connected',
    'Whether the site hears of what is published',
    ({ connected }) => Number(connected),
  ],
]

const edgeGauges: Gauges<EdgeMetrics> = [
  ['halvi_connections', 'Connections that are open', ({ connections }) => connections],
  ['halvi_streams', 'Event streams and sockets among them', ({ streams }) => streams],
  ['halvi_requests_under_way', 'Requests beyond the page cache', ({ requests }) => requests],
  ['halvi_unsent_bytes', 'Bytes that clients have not taken', ({ unsentBytes }) => unsentBytes],
  ['halvi_renders_running', 'Pages being made for one visitor', ({ renders }) => renders.running],
  ['halvi_renders_waiting', 'Requests that wait for it', ({ renders }) => renders.waiting],
]

const backupGauges: Gauges<BackupRecord> = [
  [
    'halvi_backup_last_success_timestamp_seconds',
    'When the last backup was made to BACKUP_TO; 0 when none was',
    ({ lastBackup }) => secondsOf(lastBackup?.at),
  ],
  [
    'halvi_drill_last_success_timestamp_seconds',
    'When a backup was last restored on trial; 0 when none was',
    ({ lastDrill }) => secondsOf(lastDrill?.at),
  ],
  [
    'halvi_backup_bytes',
    'What the last backup sent to BACKUP_TO, in bytes',
    ({ lastBackup }) => lastBackup?.bytes ?? 0,
  ],
]

const secondsOf = (at: string | undefined) => (at ? Date.parse(at) / 1000 : 0)

function gaugesOf<Values>(gauges: Gauges<Values>, read: () => Values, registers: Registry[]) {
  for (const [name, help, value] of gauges) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(read()))
      },
    })
  }
}

function age(since: string | undefined): number {
  return since === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(since)) / 1000)
}
