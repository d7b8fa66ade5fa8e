import { dateFormat } from './day.ts'

/** Returns a month as YYYY-MM. Accepts YYYY-MM and words such as May 2025. Returns undefined for anything else. */
export function monthOf(month: unknown): string | undefined {
  const text = String(month ?? '').trim()
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
  const [, name, year] = /^([a-z]{3,9})\.?\s+(\d{4})$/i.exec(text) ?? []
  const first = new Date(Date.parse(`${name} 1, ${year} 12:00 UTC`))
  if (!name || Number.isNaN(first.getTime())) return undefined
  return first.toISOString().slice(0, 7)
}

/** Returns a month as text, such as May 2025. Returns other texts unchanged. */
export function monthText(month: string): string {
  if (!/^\d/.test(month) || !monthOf(month)) return month
  const format = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${monthOf(month)}-01T12:00:00Z`))
}
