import { addDays, dateFormat, startOfDay, validTimeZone } from './day.ts'
import { monthOf } from './month.ts'
import { timeOf } from './time.ts'

/** The state of a dated object at a given time, and the next time at which it changes automatically. */
export interface State<Name extends string> {
  name: Name
  /** In milliseconds since 1970. Absent if only staff can change the state. */
  changesAt?: number
}

/** When and where the platform launches, as staff describe it. */
export interface Launch {
  /** A day of the month, as YYYY-MM-DD. */
  month?: string | null
  /** Shown instead of the month, such as Q2 2027. */
  monthWords?: string | null
  date?: string | null
  place?: string | null
  status?: string | null
}

/** The offer for businesses that apply before a deadline. */
export interface Offer {
  deadline?: string | null
  benefit?: string | null
  status?: string | null
}

/** The dates of the challenge. */
export interface Challenge {
  startsAt?: string | null
  timeZone?: string | null
  days?: number | null
}

const dayMs = 86_400_000

/** The maximum duration of a challenge that the API's content can have: ten years. */
const maxDays = 3_650

/**
 * Returns the launch's state. A status that staff have set wins: `toBeAnnounced` or `open`. Otherwise `before`, and
 * `passed` after the end of the day or month. A text that is not a month, such as Spring 2026, never passes
 * automatically.
 */
export function launchState(
  { month, date, status }: Launch,
  timeZone: string,
  now: number,
): State<'before' | 'passed' | 'toBeAnnounced' | 'open'> {
  if (status === 'open' || status === 'toBeAnnounced') return { name: status }
  return beforeOrPassed(date ? dayAfter(date, timeZone) : monthAfter(month, timeZone), now)
}

/**
 * Returns the offer's state: `before`, `passed` from the start of the deadline's day, or `ended` if staff have set
 * it.
 */
export function offerState(
  { deadline, status }: Offer,
  timeZone: string,
  now: number,
): State<'before' | 'passed' | 'ended'> {
  if (status === 'ended') return { name: 'ended' }
  return beforeOrPassed(startOfIsoDay(deadline, timeZone), now)
}

/**
 * Returns the challenge's state: `before`, `running` for its number of calendar days in its time zone, then `over`.
 * Always `before` without a start.
 */
export function challengeState(
  { startsAt, timeZone, days }: Challenge,
  now: number,
): State<'before' | 'running' | 'over'> {
  const start = timeOf(startsAt)
  if (Number.isNaN(start)) return { name: 'before' }
  if (now < start) return { name: 'before', changesAt: start }
  const end = addDays(start, Math.min(Math.trunc(Number(days)) || 0, maxDays), timeZone)
  return now < end ? { name: 'running', changesAt: end } : { name: 'over' }
}

/** Returns whether a challenge has ended. */
export const hasEnded = (challenge: Challenge, now: number) =>
  challengeState(challenge, now).name === 'over'

function beforeOrPassed(end: number | undefined, now: number): State<'before' | 'passed'> {
  if (end === undefined) return { name: 'before' }
  return now < end ? { name: 'before', changesAt: end } : { name: 'passed' }
}

/**
 * Returns the start of a day (YYYY-MM-DD) in a time zone, in milliseconds since 1970. Uses UTC for an invalid time
 * zone. Returns undefined for an invalid day.
 */
export function startOfIsoDay(day: unknown, timeZone: string): number | undefined {
  if (typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const noon = timeOf(`${day}T12:00:00Z`)
  if (Number.isNaN(noon)) return undefined
  const zone = validTimeZone(timeZone)
  // At noon UTC it is the same day everywhere, except in time zones more than 12 hours ahead.
  const start = startOfDay(noon, zone)
  return isoDay(start, zone) === day ? start : startOfDay(start - dayMs / 2, zone)
}

const dayAfter = (day: string, timeZone: string) =>
  startOfIsoDay(isoDay(timeOf(`${day}T12:00:00Z`) + dayMs, 'UTC'), timeZone)

/** Returns the start of the month after that of a day, such as 2025-05-01. */
function monthAfter(day: unknown, timeZone: string): number | undefined {
  const [year = 0, number = 0] = monthOf(day)?.split('-').map(Number) ?? []
  if (!number) return undefined
  return startOfIsoDay(isoDay(Date.UTC(year, number, 1, 12), 'UTC'), timeZone)
}

/** Returns the day of a time as YYYY-MM-DD, or an empty string for NaN. */
function isoDay(time: number, timeZone: string): string {
  if (Number.isNaN(time)) return ''
  const digits = { month: '2-digit', day: '2-digit', year: 'numeric' } as const
  const parts = dateFormat({ timeZone, ...digits }).formatToParts(time)
  const { year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${year}-${month}-${day}`
}
