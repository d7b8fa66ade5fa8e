import { english } from '../language/language.ts'
import { dateFormat } from './day.ts'

/** Returns the month of a day as YYYY-MM, or undefined for anything else. */
export const monthOf = (day: unknown): string | undefined =>
  /^\d{4}-(0[1-9]|1[0-2])(?=-|$)/.exec(String(day ?? ''))?.[0]

/** Returns the month of a day as text, such as May 2025. Returns other texts unchanged. */
export function monthText(day: string, locale: string = english.locale): string {
  const month = monthOf(day)
  if (!month) return day
  const format = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' }, locale)
  return format.format(new Date(`${month}-01T12:00:00Z`))
}
