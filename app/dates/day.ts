import { LRUCache } from 'lru-cache'

const dayMs = 86_400_000

/**
 * Returns when the day of `now` began in an IANA time zone; both in milliseconds since 1970. Days may have 23 or 25 hours.
 * @throws RangeError for an unknown zone
 */
export function startOfDay(now: number, timeZone: string): number {
  const guess = now - sinceMidnight(now, timeZone)
  // Where the clocks were changed since midnight, the guess is an hour off, on either side.
  const error = sinceMidnight(guess, timeZone)
  return error > dayMs / 2 ? guess + dayMs - error : guess - error
}

/** When the day began in a time zone out of the content; in UTC where that is none. */
export function startOfDayIn(timeZone: unknown, now: number): number {
  return startOfDay(now, soundZone(timeZone))
}

/** What the day of a moment is called in a time zone out of the content, such as May 10, 2025. */
export function dayIn(timeZone: unknown, moment: number): string {
  return dateFormat({ dateStyle: 'long', timeZone: soundZone(timeZone) }).format(moment)
}

/** A time zone out of the content, or UTC: the Studio refuses what is none, another program may write it. */
export function soundZone(timeZone: unknown): string {
  if (typeof timeZone !== 'string') return 'UTC'
  try {
    clockOf(timeZone)
    return timeZone
  } catch {
    return 'UTC'
  }
}

/** Making one takes a hundred times as long as asking it. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 50 })

/** Returns a cached format of moments in American English. @throws RangeError for an unknown zone */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', options)
  formats.set(key, made)
  return made
}

const clockOf = (timeZone: string) =>
  dateFormat({
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

function sinceMidnight(moment: number, timeZone: string): number {
  const part = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { hour = 0, minute = 0, second = 0 } = part
  return ((hour * 60 + minute) * 60 + second) * 1000 + (moment % 1000)
}
