/** The first and the last day of a period, such as `2026-11-01`; empty where it has none. */
export interface Days {
  from: string
  to: string
}

/** The clock that days are of: leads are filtered by the local one, metrics are counted by UTC. */
export type Zone = 'local' | 'UTC'

/** Returns the first and the last of so many days, of which the last is today. */
export function daysUntilToday(count: number, zone: Zone, now = new Date()): Days {
  const [year, month, date] =
    zone === 'UTC'
      ? [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
      : [now.getFullYear(), now.getMonth(), now.getDate()]
  // Counted as days of 24 hours, also where clocks are changed in between.
  const dayOf = (day: number) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
  return { from: dayOf(date - count + 1), to: dayOf(date) }
}

/** Returns a period for people. */
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
