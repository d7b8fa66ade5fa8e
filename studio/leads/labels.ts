import type { LeadQuery, LeadSummary } from 'halvi-leads/contract'
import { visible } from './text/visible.ts'

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

const sources: Record<string, string> = { direct: 'Directly' }

/** A form's name for people: `affiliate-creator` is `Affiliate creator`. */
export function formLabel(form: string): string {
  const name = form.replaceAll('-', ' ')
  return visible(name.charAt(0).toUpperCase() + name.slice(1))
}

/** Where somebody came from, for people. */
export function sourceLabel(source: string): string {
  return sources[source] ?? visible(source)
}
