import type { LeadPage, LeadQuery, LeadSummary } from 'halvi-leads/contract'

export const statusLabels: Record<LeadSummary['status'], string> = {
  new: 'New',
  contacted: 'Contacted',
  accepted: 'Accepted',
  declined: 'Declined',
}

export const deliveryLabels: Record<LeadSummary['delivery'], string> = {
  stored: 'Kept here',
  pending: 'On its way',
  delivered: 'Delivered',
  exhausted: 'Not delivered',
  erased: 'Erased',
}

export const sortLabels: Record<LeadQuery['sort'], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  email: 'E-mail',
}

/** Returns a label, or the value itself where it has none. */
export const labelOf = (labels: Record<string, string>, value: unknown): string =>
  labels[String(value)] ?? visible(String(value))

/** Returns a form's name for people: `affiliate-creator` is `Affiliate creator`. */
export function formLabel(form: string): string {
  const name = form.replaceAll('-', ' ')
  return visible(name.charAt(0).toUpperCase() + name.slice(1))
}

/** Returns where somebody came from, for people. */
export const sourceLabel = (source: string): string => labelOf({ direct: 'Directly' }, source)

/** Returns `1 lead` or `1,234 leads`; `more` puts the sign of an open count behind the number. */
export function leadsText(count: number, noun = 'lead', more = false): string {
  const isOne = count === 1 && !more
  return `${count.toLocaleString('en-US')}${more ? '+' : ''} ${noun}${isOne ? '' : 's'}`
}

/** Returns how many leads a filter finds: `1,234`, or `10,000+` where counting stopped. */
export function totalText(counted: Pick<LeadPage, 'total' | 'totalIsMore'> | undefined): string {
  if (!counted) return ''
  return `${counted.total.toLocaleString('en-US')}${counted.totalIsMore ? '+' : ''}`
}

/**
 * Returns a visitor's text as a page may show it: control characters, and those that turn the direction of writing
 * or have no width, are spelled out. Line breaks and tabs stay.
 */
export function visible(text: string): string {
  return text.replace(
    /(?![\t\n])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Cs}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
