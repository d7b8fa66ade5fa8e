import type { Leads } from 'halvi-leads'
import { LRUCache } from 'lru-cache'
import { startOfDayIn } from '../dates/day.ts'
import type { Counts } from './metrics.ts'

/** Minimum time for which a count is cached, in milliseconds. */
const minTtlMs = 1_000
/** A count is cached for this many times its duration, so that counting takes at most a twentieth of the time. */
const ttlFactor = 20
/**
 * Maximum number of cached entries, one per start of a day. Published content has one time zone, drafts may have
 * another.
 */
const maxEntries = 4

/** The counts, and the time of the first application. Absent without applications. */
export type CountsWithFirst = Counts & { first?: string }

/** The cached counts for one start of the day. */
interface Entry {
  /** Rejected if the last count failed. An error is cached like a count. */
  counts: Promise<CountsWithFirst>
  /** When the entry is stale, in milliseconds of `performance.now()`. Infinity while the leads are counted. */
  staleAt: number
  /** Whether the count failed, or may lack a lead that was stored meanwhile. */
  isUncertain: boolean
}

/**
 * Counts the applications in the lead store once for all pages and streams of this process, because a count reads the
 * index entry of every lead. Adds leads that this process stores without counting again.
 */
export class SharedCounts {
  readonly #leads: Pick<Leads, 'count' | 'onStored'>
  readonly #entries = new LRUCache<number, Entry>({ max: maxEntries })

  constructor(leads: Pick<Leads, 'count' | 'onStored'>) {
    this.#leads = leads
    leads.onStored((form) => this.#add(form))
  }

  /**
   * Returns counts that are at most a second old, or twenty times the duration of a count. Days start at midnight in
   * `timeZone`, or in UTC if it is invalid.
   *
   * @throws when the lead store is unavailable
   */
  read(timeZone: unknown): Promise<CountsWithFirst> {
    const since = startOfDayIn(timeZone, Date.now())
    const entry = this.#entries.get(since)
    return entry && performance.now() < entry.staleAt ? entry.counts : this.#count(since)
  }

  /** Returns the cached counts with the leads stored since. Counts again only if they may be wrong. */
  latest(timeZone: unknown): Promise<CountsWithFirst> {
    const entry = this.#entries.get(startOfDayIn(timeZone, Date.now()))
    return entry && !entry.isUncertain ? entry.counts : this.read(timeZone)
  }

  #count(since: number): Promise<CountsWithFirst> {
    const started = performance.now()
    const counts = this.#leads.count(new Date(since)).then(applicationsAmong)
    const entry: Entry = { counts, staleAt: Number.POSITIVE_INFINITY, isUncertain: false }
    this.#entries.set(since, entry)
    counts
      .catch(() => {
        entry.isUncertain = true
      })
      .then(() => {
        const now = performance.now()
        entry.staleAt = now + Math.max(minTtlMs, ttlFactor * (now - started))
      })
    return counts
  }

  #add(form: string): void {
    const kind = kindOf(form)
    if (!kind) return
    for (const entry of this.#entries.values()) {
      if (entry.staleAt === Number.POSITIVE_INFINITY) {
        entry.isUncertain = true
        continue
      }
      const first = new Date().toISOString()
      entry.counts = entry.counts.then((counts) => ({
        first,
        ...counts,
        [kind]: counts[kind] + 1,
        total: counts.total + 1,
        today: counts.today + 1,
      }))
      // The readers of the counts handle the error.
      entry.counts.catch(() => {})
    }
  }
}

const kinds = ['waitlist', 'onboarding', 'affiliate'] as const

/**
 * Returns a form's kind of application. All affiliate programmes are one kind. Returns undefined for contact
 * messages, which are not applications.
 */
function kindOf(form: string) {
  return kinds.find((name) => form === name || form.startsWith(`${name}-`))
}

function applicationsAmong(forms: Awaited<ReturnType<Leads['count']>>): CountsWithFirst {
  const counts: CountsWithFirst = { total: 0, today: 0, waitlist: 0, onboarding: 0, affiliate: 0 }
  for (const [form, { total, since, first }] of Object.entries(forms)) {
    const kind = kindOf(form)
    if (!kind) continue
    counts[kind] += total
    counts.total += total
    counts.today += since
    if (!counts.first || first < counts.first) counts.first = first
  }
  return counts
}
