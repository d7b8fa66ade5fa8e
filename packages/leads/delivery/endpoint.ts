import type { FormDescription } from '../form-description.ts'
import type { Send } from '../sending/outcome.ts'
import type { StoredLead } from '../store/stored-lead.ts'
import { sign } from './signature.ts'

/** The part of a lead that is sent. */
type SentLead = Pick<StoredLead, 'id' | 'form' | 'payload' | 'first_touch'>

/** The form endpoint and how to send leads to it. */
export interface EndpointOptions {
  /** A user name and password in the URL are sent as Basic authentication. */
  url: string
  /** Secret to sign requests with (Standard Webhooks): `whsec_…`. */
  secret?: string | undefined
  /** Whether to include the visitor's first touch as `first_touch`. By default only the documented keys are sent. */
  sendsFirstTouch?: boolean | undefined
}

/**
 * Returns a function that sends a lead by the rules of Standard Webhooks. Only a 2xx status within `timeoutMs` counts
 * as accepted; a redirect does not. All attempts for a lead have the same id. With a `secret`, each attempt is
 * signed. Keys that a form of `forms` keeps for staff are not sent.
 */
export function createEndpoint(
  { url, secret, sendsFirstTouch }: EndpointOptions,
  timeoutMs: number,
  forms: readonly FormDescription[],
): Send<SentLead> {
  const { target, authorization } = withoutCredentials(url)
  const staffOnly = new Map(forms.map((form) => [form.name, form.staffOnly]))
  return async (lead) => {
    try {
      const stored = withoutKeys(lead.payload, staffOnly.get(lead.form))
      const payload = sendsFirstTouch ? withFirstTouch(stored, lead.first_touch) : stored
      const response = await fetch(target, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': lead.id,
          ...(authorization && { Authorization: authorization }),
          ...(secret && sign(secret, { id: lead.id, payload }, Date.now())),
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      // The status alone decides. The rest of the response does not matter.
      response.body?.cancel().catch(() => {})
      if (response.ok) return { accepted: true }
      return {
        accepted: false,
        error: `status ${response.status}`,
        retryAfter: seconds(response.headers.get('retry-after')),
        final: response.status === 410,
        onlyThis: leadRejectedStatuses.includes(response.status),
      }
    } catch (error) {
      return { accepted: false, error: reason(error) }
    }
  }
}

/** Statuses that reject one lead and do not mean that the endpoint is failing. */
const leadRejectedStatuses = [400, 409, 413, 415, 422]

function withFirstTouch(payload: string, firstTouch: string | null): string {
  if (firstTouch === null) return payload
  return JSON.stringify({ ...JSON.parse(payload), first_touch: JSON.parse(firstTouch) })
}

/** Returns a JSON object without some of its keys. Without keys to remove, the text stays the same. */
function withoutKeys(payload: string, keys: readonly string[] = []): string {
  if (keys.length === 0) return payload
  const entries = Object.entries(JSON.parse(payload)).filter(([key]) => !keys.includes(key))
  return JSON.stringify(Object.fromEntries(entries))
}

function withoutCredentials(url: string) {
  const target = new URL(url)
  const { username, password } = target
  if (!username && !password) return { target }
  target.username = ''
  target.password = ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { target, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

/** Parses Retry-After (RFC 9110, 10.2.3), a number or a date, into seconds. */
function seconds(header: string | null): number | undefined {
  if (!header) return undefined
  const value = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return value > 0 ? value : undefined
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  // An error of fetch itself has no code: a blocked port, for example.
  if (cause instanceof Error) return `${error.name}: ${cause.message}`
  return error.name === 'TimeoutError' ? 'timeout' : error.name
}
