import { defer, firstValueFrom, type Observable } from 'rxjs'

/** A failed request to the staff API. `statusCode` is 0 if there was no response. */
export class StaffError extends Error {
  readonly statusCode: number
  /** The body of the response, if it was JSON. */
  readonly body: unknown
  constructor(statusCode: number, body?: unknown) {
    super(statusCode ? `The server responded with status ${statusCode}` : 'Can’t reach the server')
    this.statusCode = statusCode
    this.body = body
  }

  /** True if the server is unreachable or unavailable. The same request may succeed later. */
  get isOutage(): boolean {
    return [0, 502, 503, 504].includes(this.statusCode)
  }

  /** True if the user is not signed in or lacks the permission. */
  get isAccessDenied(): boolean {
    return [401, 403].includes(this.statusCode)
  }
}

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
}

/**
 * Sends a request to the staff API. The path is relative to `/staff/v1/`.
 *
 * @throws StaffError if the response is not successful or the server is unreachable
 */
export type StaffRequest = <T>(path: string, options?: RequestOptions) => Promise<T>

interface Credentials {
  /** The Sanity user's token in a hosted project. Without it, the session cookie identifies the user. */
  token: string | undefined
  /** Sends a request. If the session has ended, sends it again after the user has signed in. */
  retryAfterSignIn: (<T>(send: () => Observable<T>) => Observable<T>) | undefined
}

/** Returns a function that sends requests to the staff API with the credentials of the signed-in user. */
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
      const data = await response.json().catch((error) => {
        if (signal?.aborted) throw error
        return undefined
      })
      if (!response.ok) throw new StaffError(response.status, data)
      return data as T
    }
    return retryAfterSignIn ? firstValueFrom(retryAfterSignIn(() => defer(send))) : send()
  }
}

/** Returns an error message for the user, as a complete sentence. */
export function errorText(error: unknown): string {
  if (!(error instanceof StaffError))
    return 'Something went wrong on this page. Reload it and try again.'
  if (error.isOutage) return 'Can’t reach the server. Try again in a moment.'
  const reason = reasons[error.statusCode]
  if (reason) return reason
  const { error: message } = (error.body ?? {}) as { error?: unknown }
  return typeof message === 'string'
    ? asSentence(message)
    : `The server responded with status ${error.statusCode}.`
}

/** Returns a message of the server with a period at its end, unless it has one. */
export const asSentence = (message: string): string =>
  /[.!?]$/.test(message) ? message : `${message}.`

const reasons: Readonly<Record<number, string>> = {
  401: 'Your session has ended. Sign out, then sign in again.',
  403: 'Your role doesn’t allow this.',
  404: 'This no longer exists.',
  429: 'Too many requests. Wait a minute and try again.',
}

/** Returns a query string. An array becomes one parameter per item. Undefined values are omitted. */
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
