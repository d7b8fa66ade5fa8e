import type { Leads } from 'halvi-leads'
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
  counts?: CountsWithFirst
  /** The error of the last attempt. It is cached like a count. */
  error?: unknown
  reading?: Promise<CountsWithFirst>
  /** When the entry is stale, in milliseconds of `performance.now()`. */
  staleAt: number
  /** Whether a lead was stored while it was counted, so that the count may or may not include it. */
  isUncertain: boolean
}

/**
 * Counts the applications in the lead store once for all pages and streams of this process, because a count reads the
 * index entry of every lead. Adds leads that this process stores without counting again.
 */
export class SharedCounts {
  readonly #leads: Pick<Leads, 'count' | 'onStored'>
  readonly #entries = new Map<number, Entry>()

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
    const entry = this.#entryOf(since)
    if (entry.reading) return entry.reading
    if (performance.now() >= entry.staleAt) return this.#count(since, entry)
    return entry.counts ? Promise.resolve(entry.counts) : Promise.reject(entry.error)
  }

  /** Returns the cached counts with the leads stored since. Counts again only if they may be wrong. */
  latest(timeZone: unknown): Promise<CountsWithFirst> {
    const { counts, isUncertain } = this.#entries.get(startOfDayIn(timeZone, Date.now())) ?? {}
    return counts && !isUncertain ? Promise.resolve(counts) : this.read(timeZone)
  }

  #entryOf(since: number): Entry {
    const cached = this.#entries.get(since)
    if (cached) return cached
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size >= maxEntries) this.#entries.delete(oldest)
    const entry: Entry = { staleAt: 0, isUncertain: false }
    this.#entries.set(since, entry)
    return entry
  }

  #count(since: number, entry: Entry): Promise<CountsWithFirst> {
    const started = performance.now()
    entry.isUncertain = false
    entry.reading = this.#leads
      .count(new Date(since))
      .then(applicationsAmong)
      .then(
        (counts) => {
          entry.counts = counts
          return counts
        },
        (error: unknown) => {
          entry.counts = undefined
          entry.error = error
          throw error
        },
      )
      .finally(() => {
        const now = performance.now()
        entry.staleAt = now + Math.max(minTtlMs, ttlFactor * (now - started))
        entry.reading = undefined
      })
    return entry.reading
  }

  #add(form: string): void {
    const kind = kindOf(form)
    if (!kind) return
    for (const entry of this.#entries.values()) {
      if (entry.reading) entry.isUncertain = true
      else if (entry.counts) {
        const { [kind]: count, total, today } = entry.counts
        entry.counts = {
          first: new Date().toISOString(),
          ...entry.counts,
          [kind]: count + 1,
          total: total + 1,
          today: today + 1,
        }
      }
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
