import type { TextChild } from '../../content/shapes.ts'

type Fact = Exclude<TextChild, { _type: 'span' }>

/** Stands where a text refers to something that staff have removed since. */
const missing = 'to be announced'

/** How a fact reads inside a sentence, such as 5-10%, 40,000, $50 or 7am May 30, 2025. */
export function factText(fact: Fact): string {
  if (fact._type === 'commissionRange') return rangeText(fact.branch) ?? missing
  const { value } = fact
  if (value === null || value === undefined || value === '') return missing
  switch (fact.fact) {
    case 'rate':
      return `${value}%`
    case 'payoutMinimum':
      return `$${value}`
    case 'offerDeadline':
      return dayText(String(value))
    case 'startsAt':
      return startText(String(value), fact.timeZone ?? 'UTC')
    default:
      return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
  }
}

/** A percentage range such as 5-10%, or 8% when both ends are the same; undefined when missing. */
export function rangeText(
  range: { low?: number | null; high?: number | null } | null | undefined,
): string | undefined {
  if (range?.low == null || range.high == null) return undefined
  return range.low === range.high ? `${range.low}%` : `${range.low}-${range.high}%`
}

/** A day such as Sep 15, from YYYY-MM-DD. */
function dayText(day: string): string {
  return format(day, { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

/** A day such as April 9, 2025, from YYYY-MM-DD; says so where there is none yet. */
export function dateText(day: string | null | undefined): string {
  return format(day, { dateStyle: 'long', timeZone: 'UTC' })
}

/** A moment such as 7am May 30, 2025, in the given time zone. */
export function startText(moment: string | null | undefined, timeZone: string): string {
  const time = format(moment, { hour: 'numeric', minute: '2-digit', timeZone })
  const day = format(moment, { month: 'long', day: 'numeric', year: 'numeric', timeZone })
  return `${time.replace(':00', '').replace(/\s/, '').toLowerCase()} ${day}`
}

/** A moment in full with its time zone: Friday, May 30, 2025 at 7:00 AM Central Daylight Time. */
export function momentText(moment: string | null | undefined, timeZone: string): string {
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

/** What is missing says so; what can't be read as a date is shown as it is written; what is no time zone counts as UTC. */
function format(moment: string | null | undefined, options: Intl.DateTimeFormatOptions): string {
  if (moment === null || moment === undefined || moment === '') return missing
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return moment
  const timeZone = isTimeZone(options.timeZone) ? options.timeZone : 'UTC'
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(date)
}

function isTimeZone(name: string | undefined): boolean {
  try {
    return Boolean(name && new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}
