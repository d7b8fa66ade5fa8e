import { dateFormat, soundZone, startOfDay } from './day.ts'
import { monthOf } from './month.ts'

/** What is true of a date at a moment, and the next moment at which that changes by itself. */
export interface State<Name extends string> {
  name: Name
  /** In milliseconds since 1970; absent where only staff change it. */
  changesAt?: number
}

/** When and where the platform opens, as staff describe it. Content may have any shape. */
export interface Launch {
  /** YYYY-MM, or in words as in May 2025. */
  month?: string | null
  /** Shown instead of the month, such as Q2 2027. */
  monthWords?: string | null
  date?: string | null
  place?: string | null
  status?: string | null
}

/** What businesses get that apply before a day. */
export interface Offer {
  deadline?: string | null
  benefit?: string | null
  status?: string | null
}

/** When the challenge runs. */
export interface Challenge {
  startsAt?: string | null
  timeZone?: string | null
  days?: number | null
}

const dayMs = 86_400_000

/**
 * `before`, `passed` once the day or the month is over and staff have not said what comes next, or what
 * they have said: `toBeAnnounced`, `open`. A month that is not one of a calendar, such as Spring 2026, never
 * passes by itself.
 */
export function launchState(
  { month, date, status }: Launch,
  timeZone: string,
  now: number,
): State<'before' | 'passed' | 'toBeAnnounced' | 'open'> {
  if (status === 'open' || status === 'toBeAnnounced') return { name: status }
  return untilOrAfter(date ? dayAfter(date, timeZone) : monthAfter(month, timeZone), now)
}

/** `before` until the day begins, then `passed`, or `ended` once staff say so. */
export function offerState(
  { deadline, status }: Offer,
  timeZone: string,
  now: number,
): State<'before' | 'passed' | 'ended'> {
  if (status === 'ended') return { name: 'ended' }
  return untilOrAfter(dayBegins(deadline, timeZone), now)
}

/** `before`, `running` for as many days as it has, then `over`. Without a start it is never either. */
export function challengeState(
  { startsAt, days }: Challenge,
  now: number,
): State<'before' | 'running' | 'over'> {
  const start = Date.parse(String(startsAt))
  if (Number.isNaN(start)) return { name: 'before' }
  if (now < start) return { name: 'before', changesAt: start }
  const end = start + (Number(days) || 0) * dayMs
  return now < end ? { name: 'running', changesAt: end } : { name: 'over' }
}

/** Whether a challenge has ended. */
export const isOver = (challenge: Challenge, now: number) =>
  challengeState(challenge, now).name === 'over'

function untilOrAfter(end: number | undefined, now: number): State<'before' | 'passed'> {
  if (end === undefined) return { name: 'before' }
  return now < end ? { name: 'before', changesAt: end } : { name: 'passed' }
}

/** Returns when a day, YYYY-MM-DD, begins in a time zone (UTC for an unknown one); undefined for other texts. */
export function dayBegins(day: unknown, timeZone: string): number | undefined {
  if (typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const noon = Date.parse(`${day}T12:00:00Z`)
  if (Number.isNaN(noon)) return undefined
  const zone = soundZone(timeZone)
  // Noon of Greenwich is the same day everywhere, but for zones that are more than half a day ahead.
  const begins = startOfDay(noon, zone)
  return isoDay(begins, zone) === day ? begins : startOfDay(begins - dayMs / 2, zone)
}

const dayAfter = (day: string, timeZone: string) =>
  dayBegins(isoDay(Date.parse(`${day}T12:00:00Z`) + dayMs, 'UTC'), timeZone)

/** When the month after one such as 2025-05 or May 2025 begins. */
function monthAfter(month: unknown, timeZone: string): number | undefined {
  const [year = 0, number = 0] = monthOf(month)?.split('-').map(Number) ?? []
  if (!number) return undefined
  return dayBegins(isoDay(Date.UTC(year, number, 1, 12), 'UTC'), timeZone)
}

/** The day of a moment, YYYY-MM-DD; empty where there is none. */
function isoDay(moment: number, timeZone: string): string {
  if (Number.isNaN(moment)) return ''
  const digits = { month: '2-digit', day: '2-digit', year: 'numeric' } as const
  const parts = dateFormat({ timeZone, ...digits }).formatToParts(moment)
  const { year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${year}-${month}-${day}`
}
