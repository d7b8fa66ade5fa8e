import type { StoredLead } from '../store/stored-lead.ts'
import { sign } from './signature.ts'

/** How a try to deliver a lead ended. */
export type Outcome =
  | { accepted: true }
  | {
      accepted: false
      /** For staff: a status or a network error's code; never content of the lead. */
      error: string
      /** The HTTP status, where there was an answer. */
      status?: number
      /** The endpoint asks not to be tried again for so many seconds. */
      retryAfter?: number
      /** The endpoint is gone for good. */
      final?: boolean
    }

/** The external form-collection endpoint. Sends one lead; never throws. */
export type SendLead = (lead: SentLead) => Promise<Outcome>

/** What is sent of a lead. */
type SentLead = Pick<StoredLead, 'id' | 'payload' | 'first_touch'>

/** Where leads are passed on to. */
export interface EndpointOptions {
  /** A user name and password in it become Basic authorization. */
  url: string
  /** Signs what is sent, as Standard Webhooks does: `whsec_…`. */
  secret?: string | undefined
  /** Whether how the visitor came is sent, too, as `first_touch`; without it the documented keys alone. */
  sendsFirstTouch?: boolean | undefined
}

/**
 * Returns a function that sends a lead by the rules of Standard Webhooks. Only a 2xx status within `timeoutMs` counts as
 * acceptance, not a redirect. The id is the same at each try; with a `secret`, each try is signed.
 */
export function createEndpoint(
  { url, secret, sendsFirstTouch }: EndpointOptions,
  timeoutMs: number,
): SendLead {
  const { target, authorization } = withoutCredentials(url)
  return async (lead) => {
    try {
      const payload = sendsFirstTouch ? withFirstTouch(lead) : lead.payload
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
      // The status has decided; how the rest of the answer fares is of no interest.
      response.body?.cancel().catch(() => {})
      if (response.ok) return { accepted: true }
      return {
        accepted: false,
        error: `status ${response.status}`,
        status: response.status,
        retryAfter: seconds(response.headers.get('retry-after')),
        final: response.status === 410,
      }
    } catch (error) {
      return { accepted: false, error: reason(error) }
    }
  }
}

function withFirstTouch({ payload, first_touch }: SentLead): string {
  if (first_touch === null) return payload
  return JSON.stringify({ ...JSON.parse(payload), first_touch: JSON.parse(first_touch) })
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

/** Retry-After (RFC 9110, 10.2.3) in seconds: a count or a date. */
function seconds(header: string | null): number | undefined {
  if (!header) return undefined
  const value = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return value > 0 ? value : undefined
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  // What fetch refuses by itself has no code: a port that it does not connect to, for example.
  if (cause instanceof Error) return `${error.name}: ${cause.message}`
  return error.name === 'TimeoutError' ? 'timeout' : error.name
}
