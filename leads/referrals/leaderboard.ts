import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
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

/** Returns a name's first word and last initial, such as 'Amina R.', or '' for a text that is not a name. */
export function publicName(name: string): string {
  const clean = withoutInvisible(name.slice(0, 500)).normalize('NFC')
  if (/[\p{N}@/:<>]/u.test(clean)) return ''
  const words = clean.match(/\p{L}(?:\p{L}|\p{M}|\p{Join_Control}|['’-])*/gu) ?? []
  const [first = '', last = first] = [words[0], words.at(-1)]
  const [initial = ''] = charactersOf(last)
  if (withoutSpaces.test(first)) return `${charactersOf(first)[0]}.`
  const shown = charactersOf(first).slice(0, maxNameLength).join('')
  return words.length > 1 ? `${shown} ${initial.toLocaleUpperCase('en')}.` : shown
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

/** Time for which a leaderboard is cached, and the maximum time to wait for the first one. In milliseconds. */
const ttlMs = 5_000
const timeoutMs = 1_000

/**
 * Returns a function that resolves to a recent leaderboard, which all pages share. Resolves to undefined if none was
 * read in time. Later reads do not wait: they return the last one, which is read again in the background.
 */
export function createLeaderboard(database: LeadDatabase) {
  let last: readonly Participant[] | undefined
  let reading: Promise<void> | undefined
  let staleAt = 0
  return async (): Promise<readonly Participant[] | undefined> => {
    if (performance.now() >= staleAt) {
      reading ??= readLeaderboard(database)
        .then(
          (read) => {
            last = read
          },
          () => {
            last = undefined
          },
        )
        .finally(() => {
          staleAt = performance.now() + ttlMs
          reading = undefined
        })
    }
    if (!last && reading) await Promise.race([reading, sleep(timeoutMs, undefined, { ref: false })])
    return last
  }
}
