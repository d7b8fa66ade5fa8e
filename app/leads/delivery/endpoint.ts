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
export type Endpoint = (lead: { id: string; payload: string }) => Promise<Outcome>

/**
 * Connects to the endpoint at `url` (a user name and password in it become Basic authorization).
 * Only a status of 2xx within `timeoutMs` milliseconds is acceptance: a redirect is not followed,
 * since what follows it could be any page. The rules are those of Standard Webhooks; the lead's id
 * is the same at each try. With a `secret`, each try is signed.
 */
export function createEndpoint(url: string, timeoutMs: number, secret?: string): Endpoint {
  const { target, authorization } = withoutCredentials(url)
  return async (lead) => {
    try {
      const response = await fetch(target, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': lead.id,
          ...(authorization && { Authorization: authorization }),
          ...(secret && sign(secret, lead, Date.now())),
        },
        body: lead.payload,
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
  return error.name === 'TimeoutError' ? 'timeout' : error.name
}
