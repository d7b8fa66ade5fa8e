import { english } from '../language/language.ts'
import { dateFormat, validTimeZone } from './day.ts'
import { timeOf } from './time.ts'

/** Returns a date such as Sep 15, 2025 for YYYY-MM-DD. */
export function dayText(day: string, locale: string = english.locale): string {
  const month = locale === english.locale ? 'short' : 'long'
  return format(day, { month, day: 'numeric', year: 'numeric', timeZone: 'UTC' }, locale)
}

/** Returns a date such as April 9, 2025 for YYYY-MM-DD. */
export function dateText(day: string, locale: string = english.locale): string {
  return format(day, { dateStyle: 'long', timeZone: 'UTC' }, locale)
}

/** Returns a time such as 7am May 30, 2025 in the given time zone. */
export function startText(
  start: string,
  timeZone: string,
  locale: string = english.locale,
): string {
  if (locale !== english.locale) {
    return format(start, { dateStyle: 'long', timeStyle: 'short', timeZone }, locale)
  }
  const time = format(start, { hour: 'numeric', minute: '2-digit', timeZone })
  const day = format(start, { month: 'long', day: 'numeric', year: 'numeric', timeZone })
  return time === day ? day : `${time.replace(':00', '').replace(/\s/, '').toLowerCase()} ${day}`
}

/** Returns the month of a time in the given time zone, such as May 2025. */
export function monthOfTimeText(
  time: string,
  timeZone: string,
  locale: string = english.locale,
): string {
  return format(time, { month: 'long', year: 'numeric', timeZone }, locale)
}

/** Returns a complete time such as Friday, May 30, 2025 at 7:00 AM Central Daylight Time. */
export function fullTimeText(
  time: string,
  timeZone: string,
  locale: string = english.locale,
): string {
  const options = {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'long',
  } as const
  return format(time, options, locale)
}

/** Formats an ISO date. Returns an invalid date unchanged, and uses UTC for an invalid time zone. */
function format(
  text: string,
  options: Intl.DateTimeFormatOptions,
  locale: string = english.locale,
): string {
  const time = timeOf(text)
  if (Number.isNaN(time)) return String(text)
  const timeZone = validTimeZone(options.timeZone)
  return dateFormat({ ...options, timeZone }, locale).format(time)
}
