import type { Submission } from '../lead.ts'
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

/** Where leads are kept. A change is durable when its promise resolves. */
export interface Store {
  /**
   * Keeps a submission unless it is there already. With a lease it is to be delivered, by the
   * lease's owner first; `added` is false when an earlier submission had the same content.
   */
  add(submission: Submission, lease?: Lease): Promise<{ lead: StoredLead; added: boolean }>
  find(id: string): Promise<StoredLead | undefined>
  /** Takes the lease on an undelivered lead; undefined when another holds it or it is delivered. */
  claim(id: string, lease: Lease): Promise<StoredLead | undefined>
  /** Takes the lease on up to `limit` leads whose next try is due, the longest waiting first. */
  claimDue(lease: Lease, limit: number): Promise<StoredLead[]>
  /**
   * Writes down how a try ended and gives the lease back. Without the lease nothing is changed but
   * to `delivered`; an erased lead stays that.
   */
  setDeliveryState(id: string, owner: string, next: DeliveryState): Promise<void>
  /** How many leads each form has, how many came since, and when its first one came; spam left out. */
  count(since: Date): Promise<LeadCounts>
  backlog(): Promise<Backlog>
  /** @throws when nothing can be stored */
  check(): Promise<void>
  close(): Promise<void>
}
