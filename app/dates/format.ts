import { dateFormat, validTimeZone } from './day.ts'
import { timeOf } from './time.ts'

/** Returns a text for a missing fact, such as "a date to be announced". Fits after a preposition or a verb. */
export const missingText = (noun: string) => `${noun} ${toBeAnnounced}`

/** The text for a missing fact without a noun. */
export const toBeAnnounced = 'to be announced'

/** Returns a date such as Sep 15, 2025 for YYYY-MM-DD, or "a date to be announced" without a date. */
export function dayText(day: string | null | undefined): string {
  return day
    ? format(day, { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
    : missingText('a date')
}

/** Returns a date such as April 9, 2025 for YYYY-MM-DD. */
export function dateText(day: string): string {
  return format(day, { dateStyle: 'long', timeZone: 'UTC' })
}

/** Returns a time such as 7am May 30, 2025 in the given time zone, or "a time to be announced" without a time. */
export function startText(start: string | null | undefined, timeZone: string): string {
  if (!start) return missingText('a time')
  const time = format(start, { hour: 'numeric', minute: '2-digit', timeZone })
  const day = format(start, { month: 'long', day: 'numeric', year: 'numeric', timeZone })
  return time === day ? day : `${time.replace(':00', '').replace(/\s/, '').toLowerCase()} ${day}`
}

/** Returns the month of a time in the given time zone, such as May 2025, or "a month to be announced" without a time. */
export function monthOfTimeText(time: string | null | undefined, timeZone: string): string {
  return time ? format(time, { month: 'long', year: 'numeric', timeZone }) : missingText('a month')
}

/** Returns a complete time such as Friday, May 30, 2025 at 7:00 AM Central Daylight Time. */
export function fullTimeText(time: string, timeZone: string): string {
  return format(time, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'long',
  })
}

/** Formats an ISO date. Returns an invalid date unchanged, and uses UTC for an invalid time zone. */
function format(text: string, options: Intl.DateTimeFormatOptions): string {
  const time = timeOf(text)
  if (Number.isNaN(time)) return String(text)
  const timeZone = validTimeZone(options.timeZone)
  return dateFormat({ ...options, timeZone }).format(time)
}
