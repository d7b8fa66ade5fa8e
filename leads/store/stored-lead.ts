import type { LeadRow } from './database/tables.ts'

/** A stored lead, as far as delivery concerns it. */
export type StoredLead = Pick<
  LeadRow,
  'id' | 'form' | 'payload' | 'state' | 'attempts' | 'lease_until' | 'first_touch'
>

/** What makes a `StoredLead`. */
export const columns = [
  'id',
  'form',
  'payload',
  'state',
  'attempts',
  'lease_until',
  'first_touch',
] as const

/** The right to send a lead: nobody else has it until `until`, in milliseconds of our clock's monotonic time. */
export interface Lease {
  owner: string
  until: number
}

/** What a try has changed about a lead. */
export type DeliveryState = Partial<
  Pick<LeadRow, 'state' | 'attempts' | 'next_attempt_at' | 'last_error' | 'delivered_at'>
>

/** The number of leads by form; forms without any are absent. */
export type LeadCounts = Readonly<Record<string, { total: number; since: number; first: string }>>

/** What is still to be sent. Spam is never. */
export interface Backlog {
  pending: number
  exhausted: number
  /** When the oldest pending lead came in, ISO 8601; absent when none is pending. */
  oldestPending?: string
}
