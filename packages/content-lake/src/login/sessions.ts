import type { IncomingMessage } from 'node:http'
import { networkOf } from 'halvi-kit/network'
import { hashToken, newToken } from '../users/secret-token.ts'
import type { PersonalSessionRow } from '../users/sessions-table.ts'
import type { UserStore } from '../users/user-store.ts'

/** The name of the session cookie over http. */
export const SESSION_COOKIE = 'lake_session'

/**
 * The name of the session cookie over https. With this prefix, browsers accept it only from this host and with
 * Secure.
 */
const HOST_COOKIE = `__Host-${SESSION_COOKIE}`

export interface SignedInSession extends PersonalSessionRow {
  /** The name and the value of the cookie. */
  cookie: string
}

interface SessionOptions {
  store: UserStore
  seconds: number
  isSecure: (request: IncomingMessage) => boolean
  addressOf: (request: IncomingMessage) => string
}

const COOKIES = [HOST_COOKIE, SESSION_COOKIE].map(
  (name) => new RegExp(`(?:^|;\\s*)(${name}=[\\w-]{43})(?:;|$)`),
)

/** Sensitive requests require that the password was entered within this time, in milliseconds: 12 hours. */
const RECENT_MS = 12 * 60 * 60_000

/** Maximum age of a session in milliseconds, however often it is renewed: 90 days. */
const MAX_SESSION_MS = 90 * 24 * 60 * 60 * 1000

/** Minimum time between two renewals of a session, in milliseconds. */
const USE_INTERVAL_MS = 5 * 60_000

/**
 * Manages browser sessions. They are stored with a hash of the cookie, so they survive a restart, and ending one takes
 * effect in every process. The hash includes the cookie's name: other hosts of the domain can set a cookie without the
 * prefix, which must not be valid for a session with it.
 */
export class Sessions {
  constructor(private readonly options: SessionOptions) {}

  /** Starts a session for a person and ends the browser's former one. Returns the `Set-Cookie` header. */
  begin(person: string, request: IncomingMessage): string {
    const { store, seconds, addressOf } = this.options
    const cookie = `${this.#nameFor(request)}=${newToken()}`
    const now = Date.now()
    const former = this.of(request)
    store.transaction(() => {
      if (former) store.sessions.end(former.id, former.person)
      store.sessions.add({
        ...{ id: hashToken(cookie), person },
        ...{ created: now, signed_in: now, used: now, expires: now + seconds * 1000 },
        browser: browserNamed(request.headers['user-agent']),
        network: networkOf(addressOf(request)),
      })
      store.people.set(person, 'seen', now)
    })
    return this.#header(cookie, seconds, request)
  }

  /** Returns the session for a request's cookie, if it is valid. */
  of({ headers }: Pick<IncomingMessage, 'headers'>): SignedInSession | undefined {
    for (const pattern of COOKIES) {
      const cookie = pattern.exec(headers.cookie ?? '')?.[1]
      const session = cookie && this.options.store.sessions.find(hashToken(cookie))
      if (session) return { ...session, cookie }
    }
    return undefined
  }

  isCurrent({ id }: Pick<SignedInSession, 'id'>): boolean {
    return this.options.store.sessions.find(id) !== undefined
  }

  /** Returns whether the user entered the password within the last 12 hours. */
  isRecent({ signed_in }: Pick<SignedInSession, 'signed_in'>): boolean {
    return Date.now() - signed_in < RECENT_MS
  }

  /** Renews a session every few minutes. Returns the `Set-Cookie` header, which the caller must send. */
  renewal(session: SignedInSession, request: IncomingMessage): string | undefined {
    const { store, seconds } = this.options
    const { id, person, created, used, cookie } = session
    const now = Date.now()
    if (Math.abs(now - used) < USE_INTERVAL_MS) return undefined
    const expires = Math.min(now + seconds * 1000, created + MAX_SESSION_MS)
    try {
      store.transaction(() => {
        store.sessions.setUsed(id, now, expires)
        store.people.set(person, 'seen', now)
      })
    } catch {
      // The disk may be full, or another process may have locked the file. A later request renews the session.
      return undefined
    }
    return this.#header(cookie, Math.ceil((expires - now) / 1000), request)
  }

  /** Ends a session. Returns the `Set-Cookie` header that deletes the cookie. */
  end(session: SignedInSession | undefined, request: IncomingMessage): string {
    if (session) this.options.store.sessions.end(session.id, session.person)
    return this.#header(`${this.#nameFor(request)}=`, 0, request)
  }

  #nameFor(request: IncomingMessage): string {
    return this.options.isSecure(request) ? HOST_COOKIE : SESSION_COOKIE
  }

  #header(cookie: string, maxAge: number, request: IncomingMessage): string {
    const secure = this.options.isSecure(request) ? '; Secure' : ''
    return `${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
  }
}

/** Interval at which this process looks for sessions that another process ended, in milliseconds. */
const WATCH_MS = 500

/**
 * Calls `onChange` when another process has changed the store and may have ended sessions. Returns a function that
 * stops watching.
 */
export function watchSessions(
  store: Pick<UserStore, 'wasChangedElsewhere'>,
  onChange: () => void,
): () => void {
  const timer = setInterval(() => {
    try {
      if (store.wasChangedElsewhere()) onChange()
    } catch {
      // Another process may have locked the file. The next check is after the interval.
    }
  }, WATCH_MS).unref()
  return () => clearInterval(timer)
}

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns a short name for a User-Agent header, such as `Chrome on Linux`. */
function browserNamed(userAgent = ''): string {
  const named = (list: readonly [RegExp, string][]) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser = 'A browser', system] = [named(BROWSERS), named(SYSTEMS)]
  return system ? `${browser} on ${system}` : browser
}
