/** The first and the last day of a period, such as `2026-11-01`; empty where it has none. */
export interface Days {
  from: string
  to: string
}

/** Whose days: those of whoever reads, by which leads are filtered, or those by which figures are counted. */
export type Zone = 'local' | 'UTC'

/** So many days, of which the last is today. */
export function daysUntilToday(count: number, zone: Zone, now = new Date()): Days {
  const [year, month, date] =
    zone === 'UTC'
      ? [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
      : [now.getFullYear(), now.getMonth(), now.getDate()]
  // Counted as days of 24 hours, also where clocks are changed in between.
  const dayOf = (day: number) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
  return { from: dayOf(date - count + 1), to: dayOf(date) }
}

/** A period for people. */
export function daysWord({ from, to }: Days): string {
  const [first, last] = [from, to].map((day) => day && dayWord(day))
  if (first && last) return first === last ? first : `${first} – ${last}`
  return first ? `From ${first}` : `Until ${last}`
}

const dayWord = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
