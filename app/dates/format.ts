import { dateFormat, soundZone } from './day.ts'

/** Returns the words for a removed fact: a noun, since staff's sentences have a preposition or a verb before it. */
export const missing = (noun: string) => `${noun} ${toBeAnnounced}`

/** Stands for what has no such noun. */
export const toBeAnnounced = 'to be announced'

/** A day such as Sep 15, 2025, from YYYY-MM-DD; in words where there is none yet. */
export function dayText(day: string | null | undefined): string {
  return day
    ? format(day, { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
    : missing('a date')
}

/** A day such as April 9, 2025, from YYYY-MM-DD. */
export function dateText(day: string): string {
  return format(day, { dateStyle: 'long', timeZone: 'UTC' })
}

/** A moment such as 7am May 30, 2025, in the given time zone; in words where there is none yet. */
export function startText(moment: string | null | undefined, timeZone: string): string {
  if (!moment) return missing('a time')
  const time = format(moment, { hour: 'numeric', minute: '2-digit', timeZone })
  const day = format(moment, { month: 'long', day: 'numeric', year: 'numeric', timeZone })
  return time === day ? day : `${time.replace(':00', '').replace(/\s/, '').toLowerCase()} ${day}`
}

/** A moment in full with its time zone: Friday, May 30, 2025 at 7:00 AM Central Daylight Time. */
export function momentText(moment: string, timeZone: string): string {
  return format(moment, {
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

/** What can't be read as a date is shown as it is written; what is no time zone counts as UTC. */
function format(moment: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return String(moment)
  const timeZone = soundZone(options.timeZone)
  return dateFormat({ ...options, timeZone }).format(date)
}
