import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { firstWords } from '../called-name.ts'
import { withoutInvisible } from '../clean-text.ts'
import type { LeadDatabase } from '../store/database/tables.ts'

/** A person on the public leaderboard. */
export interface Participant {
  /** The first name and the initial of the last name. Empty if the name is not one. */
  name: string
  referrals: number
}

/** Maximum number of people on the leaderboard. */
const size = 10
const maxNameLength = 20

/** Matches the start of a name in a script that writes names without spaces. */
const withoutSpaces = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const charactersOf = (text: string) => [...characters.segment(text)].map(({ segment }) => segment)

/** Returns a person's first name and last initial, such as 'Amina R.', or '' for a text that is not a name. */
export function publicName(name: string): string {
  const clean = withoutInvisible(name.slice(0, 500)).normalize('NFC')
  if (/[\p{N}@/:<>]/u.test(clean)) return ''
  const words = clean.match(/\p{L}(?:\p{L}|\p{M}|\p{Join_Control}|['’-])*/gu) ?? []
  const count = firstWords(words)
  const first = words.slice(0, count).join(' ')
  const [initial = ''] = charactersOf(words.at(-1) ?? '')
  if (withoutSpaces.test(first)) return `${charactersOf(first)[0]}.`
  const shown = charactersOf(first).slice(0, maxNameLength).join('')
  return words.length > count ? `${shown} ${initial.toLocaleUpperCase('en')}.` : shown
}

/** Resolves to the people with the most referrals who agreed to be listed. */
export async function readLeaderboard(database: LeadDatabase): Promise<Participant[]> {
  // In SQL, because both databases use the partial index only for constants.
  const { rows } = await sql<Participant>`select name, referrals from lead_applicant
    where listed = 1 and referrals > 0 order by referrals desc, confirmed_seq limit ${sql.lit(size)}`.execute(
    database,
  )
  return rows.map(({ name, referrals }) => ({ name: publicName(name), referrals }))
}

/** Interval at which a shown leaderboard is compared, and the maximum time to wait for one. In milliseconds. */
const pollMs = 1_000
const timeoutMs = 1_000

/**
 * Reads the leaderboard, and reports when a shown one is outdated: at once after `refresh`, and within a second after
 * changes by other processes.
 */
export class Leaderboard {
  #last: string | undefined
  #timer: NodeJS.Timeout | undefined
  readonly #listeners = new Set<() => void>()

  constructor(private readonly database: LeadDatabase) {}

  /**
   * Resolves to the leaderboard, or to undefined if it cannot be read in time. Calls `onOutdated` once, when it has
   * changed.
   */
  async read(onOutdated?: () => void): Promise<readonly Participant[] | undefined> {
    const late = sleep(timeoutMs, undefined, { ref: false })
    const participants = await Promise.race([this.refresh(), late])
    // Reports the next leaderboard that can be read.
    if (!participants) this.#last = undefined
    if (onOutdated) {
      this.#listeners.add(onOutdated)
      this.#poll()
    }
    return participants
  }

  /** Reads the leaderboard again, and reports a change. */
  async refresh(): Promise<readonly Participant[] | undefined> {
    const participants = await readLeaderboard(this.database).catch(() => undefined)
    const text = participants && JSON.stringify(participants)
    if (text === undefined || text === this.#last) return participants
    this.#last = text
    const listeners = [...this.#listeners]
    this.#listeners.clear()
    for (const listener of listeners) listener()
    return participants
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#listeners.clear()
  }

  #poll(): void {
    this.#timer ??= setTimeout(async () => {
      await this.refresh()
      this.#timer = undefined
      if (this.#listeners.size > 0) this.#poll()
    }, pollMs).unref()
  }
}
