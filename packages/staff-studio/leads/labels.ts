import type { LeadPage, LeadQuery, LeadSummary } from 'halvi-leads/contract'

export const statusLabels: Record<LeadSummary['status'], string> = {
  new: 'New',
  contacted: 'Contacted',
  accepted: 'Accepted',
  declined: 'Declined',
}

export const deliveryLabels: Record<LeadSummary['delivery'], string> = {
  stored: 'Stored only',
  pending: 'Pending',
  delivered: 'Delivered',
  exhausted: 'Failed',
  erased: 'Erased',
}

export const sortLabels: Record<LeadQuery['sort'], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  email: 'Email',
}

/** Returns the label of a value, or the value itself if it has no label. */
export const labelOf = (labels: Record<string, string>, value: unknown): string =>
  labels[String(value)] ?? escapeInvisible(String(value))

/** Returns the label of a form. For example, `affiliate-creator` becomes `Affiliate creator`. */
export function formLabel(form: string): string {
  const name = form.replaceAll('-', ' ')
  return escapeInvisible(name.charAt(0).toUpperCase() + name.slice(1))
}

/** Returns the label of a traffic source. */
export const sourceLabel = (source: string): string => labelOf({ direct: 'Direct' }, source)

/** Returns a count such as `1 lead` or `1,234 leads`. With `more`, the number gets a plus sign: `100+ leads`. */
export function leadsText(count: number, noun = 'lead', more = false): string {
  const isOne = count === 1 && !more
  return `${count.toLocaleString('en-US')}${more ? '+' : ''} ${noun}${isOne ? '' : 's'}`
}

/** Returns the number of leads in a list as text: `1,234`, or `10,000+` if the server stopped counting. */
export function totalText(counted: Pick<LeadPage, 'total' | 'totalIsMore'> | undefined): string {
  if (!counted) return ''
  return `${counted.total.toLocaleString('en-US')}${counted.totalIsMore ? '+' : ''}`
}

/**
 * Returns a visitor's text with invisible characters escaped, such as `\u202e`: control characters, zero-width
 * characters, and characters that change the text direction. Line breaks and tabs stay.
 */
export function escapeInvisible(text: string): string {
  return text.replace(
    /(?![\t\n])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Cs}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
