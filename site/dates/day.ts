import { LRUCache } from 'lru-cache'
import { english } from '../language/language.ts'

const dayMs = 86_400_000

/**
 * Returns the time with the same wall time a number of calendar days later, in a time zone from the content, or in UTC
 * if it is invalid.
 */
export function addDays(time: number, days: number, timeZone: unknown): number {
  const zone = validTimeZone(timeZone)
  const guess = time + days * dayMs
  const change = sinceMidnight(guess, zone) - sinceMidnight(time, zone)
  // The guess is an hour early or late, perhaps on another day, if the clocks were changed in between.
  return guess - change + dayMs * Math.round(change / dayMs)
}

/**
 * Returns the start of the current day in an IANA time zone. Both times are in milliseconds since 1970. Handles days
 * of 23 and 25 hours.
 *
 * @throws RangeError for an unknown time zone
 */
export function startOfDay(now: number, timeZone: string): number {
  const guess = now - sinceMidnight(now, timeZone)
  // The guess is an hour early or late if the clocks were changed since midnight.
  const error = sinceMidnight(guess, timeZone)
  return error > dayMs / 2 ? guess + dayMs - error : guess - error
}

/** Returns the start of the current day in a time zone from the content, or in UTC if it is invalid. */
export function startOfDayIn(timeZone: unknown, now: number): number {
  return startOfDay(now, validTimeZone(timeZone))
}

/** Returns a time as a date such as May 10, 2025, in a time zone from the content, or in UTC if it is invalid. */
export function dayIn(timeZone: unknown, time: number, locale?: string): string {
  return dateFormat({ dateStyle: 'long', timeZone: validTimeZone(timeZone) }, locale).format(time)
}

/**
 * Returns a time zone from the content, or UTC if it is invalid. The Studio rejects an invalid time zone, but the API
 * does not.
 */
export function validTimeZone(timeZone: unknown): string {
  if (typeof timeZone !== 'string') return 'UTC'
  try {
    clockOf(timeZone)
    return timeZone
  } catch {
    return 'UTC'
  }
}

/** Cached formats: creating one takes a hundred times as long as using it. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 })

/**
 * Returns a cached date format, by default in American English.
 *
 * @throws RangeError for an unknown time zone
 */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  locale: string = english.locale,
): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const cached = formats.get(key)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}

const clockOf = (timeZone: string) =>
  dateFormat({
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

/** Returns the time of day in milliseconds, as a clock in the time zone shows it. */
function sinceMidnight(time: number, timeZone: string): number {
  const part = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { hour = 0, minute = 0, second = 0 } = part
  return ((hour * 60 + minute) * 60 + second) * 1000 + (((time % 1000) + 1000) % 1000)
}
