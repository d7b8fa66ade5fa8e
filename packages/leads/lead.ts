import { hash, randomUUID } from 'node:crypto'
import { cleanEmail, withoutInvisible } from './clean-text.ts'
import type { deliveries } from './contract/leads.ts'
import type { FirstTouch } from './first-touch.ts'

/** The fields of a submission that are stored and, for some forms, delivered: the documented keys, as JSON. */
export type Payload = Readonly<Record<string, string | boolean>>

/** Keys of the visitor's name in the forms' payloads. */
export const nameKeys: readonly string[] = ['name', 'full_name', 'fullName']

/** Returns the visitor's name, whichever key the form uses; empty without one. */
export function nameIn(payload: Payload): string {
  return String(payload.name ?? payload.full_name ?? payload.fullName ?? '')
}

/** The valid content of a form, to be stored. */
export interface Submission {
  /** Name of its form. */
  form: string
  payload: Payload
  /** Whether the submission is spam. Spam is stored and confirmed like other leads, but never delivered. */
  spam: boolean
  /** Whether leads of this form are delivered to the form endpoint. */
  delivered: boolean
  /** The visitor's first touch; absent if unknown. */
  firstTouch?: FirstTouch | undefined
  /** The code of the language of the form's page, such as `ar`. Default: `en`. */
  language?: string | undefined
  /** The code of the referral link that led to the form; absent without one. */
  referral?: string | undefined
  /** Keyed hash of the visitor's network, see `hashNetwork`. */
  network?: string | undefined
}

/**
 * The delivery state of a lead:
 * - `stored`: not to be delivered
 * - `pending`: to be delivered at `next_attempt_at`
 * - `delivered`: accepted by the endpoint
 * - `exhausted`: given up after all attempts; staff or an operator can replay it
 * - `erased`: emptied on request, kept for counts
 */
export type LeadState = (typeof deliveries)[number]

/** Returns a new lead id: a UUID version 7 (RFC 9562), which sorts by time. `now` is in milliseconds since 1970. */
export function leadId(now: number): string {
  const time = now.toString(16).padStart(12, '0')
  // The version, and the random bits with the variant.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** Returns the creation time of a lead id in milliseconds since 1970, or 0 if it is not from `leadId`. */
export function timeOfLeadId(id: string): number {
  const [, high = '', low = ''] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? []
  return high ? Number.parseInt(high + low, 16) : 0
}

/**
 * Returns a hash that equal submissions share: SHA-256 of the form and the `comparable` payload, in any key order.
 */
export function fingerprint({ form, payload }: Pick<Submission, 'form' | 'payload'>): string {
  const entries = Object.entries(payload)
    .map(([key, value]) => [key, comparable(key, value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return hash('sha256', JSON.stringify([form, entries]))
}

/**
 * Returns a value without differences that people do not see: spaces, invisible characters, spellings of an email
 * address.
 */
export function comparable(key: string, value: string | boolean) {
  if (typeof value === 'boolean') return value
  const text = key === 'email' ? cleanEmail(value).toLowerCase() : withoutInvisible(value)
  return text.normalize('NFC').replace(/\s+/g, ' ')
}
