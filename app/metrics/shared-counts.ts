import type { Leads } from 'halvi-leads'
import { startOfDayIn } from '../dates/day.ts'
import type { Counts } from './metrics.ts'

/** What was counted is taken for the truth for so long at least, in milliseconds. */
const shortestMs = 1_000
/** And for so many times as long as counting took, so that it takes a twentieth of the time at most. */
const restFactor = 20
/** Counts of so many days are kept: staff choose one time zone, a draft may have another. */
const maxKept = 4

/** What was counted, and when the first of it came; absent where nothing was. */
export type CountsSince = Counts & { first?: string }

/** The counts since the beginning of one day. */
interface Entry {
  counts?: CountsSince
  /** What the last try threw; it is not repeated at once. */
  error?: unknown
  reading?: Promise<CountsSince>
  /** Until when this is taken for the truth, in milliseconds of `performance`. */
  goodUntil: number
  /** Whether a lead came while it was counted, which may be in it or not. */
  isUnsure: boolean
}

/**
 * Counts the applications in the lead store once for all pages and streams of this process, since a count reads an entry
 * of every lead. Leads that this process stores are added without counting.
 */
export class SharedCounts {
  readonly #leads: Pick<Leads, 'count' | 'onStored'>
  readonly #entries = new Map<number, Entry>()

  constructor(leads: Pick<Leads, 'count' | 'onStored'>) {
    this.#leads = leads
    leads.onStored((form) => this.#add(form))
  }

  /**
   * Returns counts that are at most a second old, or twenty times as long as counting takes. Days begin in `timeZone`, else
   * in UTC. @throws when the lead store does not answer
   */
  read(timeZone: unknown): Promise<CountsSince> {
    const since = startOfDayIn(timeZone, Date.now())
    const entry = this.#entryOf(since)
    if (entry.reading) return entry.reading
    if (performance.now() >= entry.goodUntil) return this.#count(since, entry)
    return entry.counts ? Promise.resolve(entry.counts) : Promise.reject(entry.error)
  }

  /** What is known already, with the leads since; counted anew only where that may be wrong. */
  latest(timeZone: unknown): Promise<CountsSince> {
    const { counts, isUnsure } = this.#entries.get(startOfDayIn(timeZone, Date.now())) ?? {}
    return counts && !isUnsure ? Promise.resolve(counts) : this.read(timeZone)
  }

  #entryOf(since: number): Entry {
    const kept = this.#entries.get(since)
    if (kept) return kept
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size >= maxKept) this.#entries.delete(oldest)
    const entry: Entry = { goodUntil: 0, isUnsure: false }
    this.#entries.set(since, entry)
    return entry
  }

  #count(since: number, entry: Entry): Promise<CountsSince> {
    const started = performance.now()
    entry.isUnsure = false
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
        entry.goodUntil = now + Math.max(shortestMs, restFactor * (now - started))
        entry.reading = undefined
      })
    return entry.reading
  }

  #add(form: string): void {
    const kind = kindOf(form)
    if (!kind) return
    for (const entry of this.#entries.values()) {
      if (entry.reading) entry.isUnsure = true
      else if (entry.counts) {
        const { [kind]: of, total, today } = entry.counts
        entry.counts = {
          first: new Date().toISOString(),
          ...entry.counts,
          [kind]: of + 1,
          total: total + 1,
          today: today + 1,
        }
      }
    }
  }
}

const kinds = ['waitlist', 'onboarding', 'affiliate'] as const

/** Messages are no applications; those to each affiliate programme count as one kind. */
function kindOf(form: string) {
  return kinds.find((name) => form === name || form.startsWith(`${name}-`))
}

function applicationsAmong(forms: Awaited<ReturnType<Leads['count']>>): CountsSince {
  const counts: CountsSince = { total: 0, today: 0, waitlist: 0, onboarding: 0, affiliate: 0 }
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
