/** The first and the last day of a period, such as `2026-11-01`. Empty strings mean no limit. */
export interface Days {
  from: string
  to: string
}

/** Returns a period of `count` local days that ends today. */
export function daysUntilToday(count: number, now = new Date()): Days {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()] as const
  // Counts calendar days in UTC, so that daylight saving time has no effect.
  const dayOf = (day: number) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
  return { from: dayOf(date - count + 1), to: dayOf(date) }
}

/** Returns a period as text. */
export function daysText({ from, to }: Days): string {
  const [first, last] = [from, to].map((day) => day && dayText(day))
  if (first && last) return first === last ? first : `${first} – ${last}`
  return first ? `From ${first}` : `Until ${last}`
}

const dayText = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
