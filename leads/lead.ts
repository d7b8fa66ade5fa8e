import { hash, randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'
import { cleanEmail, withoutInvisible } from './clean-text.ts'
import type { FirstTouch } from './first-touch.ts'

/** What is kept of a submission and, for some forms, sent on: the documented keys, as JSON. */
export type Payload = Readonly<Record<string, string | boolean>>

/** A form's valid content, on its way into the store. */
export interface Submission {
  /** Which form it came from. */
  form: string
  payload: Payload
  /** Kept apart, answered like any other, never delivered. */
  spam: boolean
  /** Whether this form's leads are passed on to the form-collection endpoint. */
  delivered: boolean
  /** How the visitor came here; absent where that is not known. */
  firstTouch?: FirstTouch | undefined
}

/**
 * - `stored`: kept, nothing to send
 * - `pending`: kept, to be sent (again) at `next_attempt_at`
 * - `delivered`: the endpoint has accepted it
 * - `exhausted`: refused for so long that only a person sends it again
 * - `erased`: emptied at the person's wish, kept to be counted
 */
export type LeadState = 'stored' | 'pending' | 'delivered' | 'exhausted' | 'erased'

/** Returns a new lead's id: a UUID of version 7 (RFC 9562), which sorts by time. `now`: milliseconds since 1970. */
export function leadId(now: number): string {
  return v7({ msecs: now, random: randomness() })
}

/** Asked of the system for many ids at once: for each, that takes as long as the rest of the id. */
const pool = new Uint8Array(256 * 16)
let used = pool.length

function randomness(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 16
  return pool.subarray(used - 16, used)
}

/** When an id was made, in milliseconds since 1970; 0 for what is none of `leadId`'s. */
export function timeOfLeadId(id: string): number {
  const [, high = '', low = ''] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? []
  return high ? Number.parseInt(high + low, 16) : 0
}

/** Returns a hash that equal submissions share: SHA-256 over the form and the `comparable` payload, in any key order. */
export function fingerprint({ form, payload }: Pick<Submission, 'form' | 'payload'>): string {
  const entries = Object.entries(payload)
    .map(([key, value]) => [key, comparable(key, value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return hash('sha256', JSON.stringify([form, entries]))
}

/** Returns a value without differences that people don't see: spaces, invisible characters, an address's spelling. */
export function comparable(key: string, value: string | boolean) {
  if (typeof value === 'boolean') return value
  const text = key === 'email' ? cleanEmail(value).toLowerCase() : withoutInvisible(value)
  return text.normalize('NFC').replace(/\s+/g, ' ')
}
