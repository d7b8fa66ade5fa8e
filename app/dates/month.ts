import { dateFormat } from './day.ts'

/** The month, YYYY-MM, of one written so or in words such as May 2025; undefined for anything else. */
export function monthOf(month: unknown): string | undefined {
  const text = String(month ?? '').trim()
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
  const [, name, year] = /^([a-z]{3,9})\.?\s+(\d{4})$/i.exec(text) ?? []
  const first = new Date(Date.parse(`${name} 1, ${year} 12:00 UTC`))
  if (!name || Number.isNaN(first.getTime())) return undefined
  return first.toISOString().slice(0, 7)
}

/** A month as it is read, such as May 2025. What is not one is shown as it is written. */
export function monthText(month: string): string {
  if (!/^\d/.test(month) || !monthOf(month)) return month
  const format = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${monthOf(month)}-01T12:00:00Z`))
}
