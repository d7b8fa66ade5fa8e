import { defer, firstValueFrom, type Observable } from 'rxjs'

/** An answer of the API that is no success, or none at all: then `statusCode` is 0. */
export class StaffError extends Error {
  readonly statusCode: number
  /** What it answered, where that is JSON. */
  readonly body: unknown
  constructor(statusCode: number, body?: unknown) {
    super(statusCode ? `The server answered ${statusCode}` : 'The server can’t be reached')
    this.statusCode = statusCode
    this.body = body
  }

  /** Whether it is the server or the way to it, rather than what was asked. */
  get isOutage(): boolean {
    return [0, 502, 503, 504].includes(this.statusCode)
  }

  /** Whether the server does not know who asks, or says that they may not. */
  get isRefusal(): boolean {
    return [401, 403].includes(this.statusCode)
  }
}

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
}

/**
 * Asks the API for staff, by a path after `/staff/v1/`.
 *
 * @throws StaffError when it answers no success or can't be reached
 */
export type StaffRequest = <T>(path: string, options?: RequestOptions) => Promise<T>

interface Credentials {
  /** Of a Sanity user, in a hosted project; otherwise the session's cookie tells who this is. */
  token: string | undefined
  /** Sends a request again once somebody has signed in, where the session has ended. */
  retryAfterSignIn<T>(send: () => Observable<T>): Observable<T>
}

/** Makes the requests of one signed-in person. */
export function staffRequest({ token, retryAfterSignIn }: Credentials): StaffRequest {
  return <T>(path: string, { method = 'GET', body, signal }: RequestOptions = {}) => {
    const send = async (): Promise<T> => {
      const response = await fetch(`/staff/v1/${path}`, {
        method,
        credentials: token ? 'omit' : 'same-origin',
        headers: {
          Accept: 'application/json',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(token && { Authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }).catch((error) => {
        throw signal?.aborted ? error : new StaffError(0)
      })
      const answer = await response.json().catch((error) => {
        if (signal?.aborted) throw error
        return undefined
      })
      if (!response.ok) throw new StaffError(response.status, answer)
      return answer as T
    }
    return firstValueFrom(retryAfterSignIn(() => defer(send)))
  }
}

/** Returns what went wrong, as a sentence for the person who sees it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof StaffError)) return 'Something went wrong in this page.'
  if (error.isOutage) return 'The server can’t be reached at present.'
  const reason = reasons[error.statusCode]
  if (reason) return reason
  const { error: message } = (error.body ?? {}) as { error?: unknown }
  return typeof message === 'string' ? `${message}.` : `The server answered ${error.statusCode}.`
}

const reasons: Readonly<Record<number, string>> = {
  401: 'Your session has ended. Sign out, and sign in again.',
  403: 'Your role does not allow this.',
  404: 'This is not there any more.',
  429: 'These were too many requests. Please wait a minute.',
}

/** Returns the parameters of a request: several values of a name one after the other, absent ones left out. */
export function queryString(
  values: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>,
): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one))
  }
  return params.toString()
}
