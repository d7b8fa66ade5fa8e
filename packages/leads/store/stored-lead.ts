import type { LeadRow } from './database/tables.ts'

/** The columns of a lead that delivery uses. */
export const columns = [
  'id',
  'form',
  'payload',
  'state',
  'attempts',
  'lease_until',
  'first_touch',
] as const

/** The part of a stored lead that delivery uses. */
export type StoredLead = Pick<LeadRow, (typeof columns)[number]>

/** The exclusive right to deliver a lead until `until`, in milliseconds of the store clock's monotonic time. */
export interface Lease {
  owner: string
  until: number
}

/** Changes to a lead after an attempt. */
export type DeliveryState = Partial<
  Pick<LeadRow, 'state' | 'attempts' | 'next_attempt_at' | 'last_error' | 'delivered_at'>
>

/** Number of leads by form; forms without leads are absent. */
export type LeadCounts = Readonly<Record<string, { total: number; since: number; first: string }>>

/** Leads that are not delivered yet; excludes spam. */
export interface Backlog {
  pending: number
  exhausted: number
  /** Creation time of the oldest pending lead, in ISO 8601; absent if none is pending. */
  oldestPending?: string
}
