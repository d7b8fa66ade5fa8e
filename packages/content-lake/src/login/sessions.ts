import type { IncomingMessage } from 'node:http'
import { networkOf } from 'halvi-kit/network'
import { hashToken, newToken } from '../users/secret-token.ts'
import { MAX_SESSION_MS, type PersonalSessionRow } from '../users/sessions-table.ts'
import type { UserStore } from '../users/user-store.ts'

/** The name of the session cookie over http. */
export const SESSION_COOKIE = 'lake_session'

/**
 * The name of the session cookie over https. With this prefix, browsers accept it only from this host and with
 * Secure.
 */
const HOST_COOKIE = `__Host-${SESSION_COOKIE}`

export interface SignedInSession extends PersonalSessionRow {
  /** The hash of the token in the request: the session's current or former token. */
  presented: string
}

interface SessionOptions {
  store: UserStore
  seconds: number
  isSecure: (request: IncomingMessage) => boolean
  addressOf: (request: IncomingMessage) => string
}

const COOKIES = [HOST_COOKIE, SESSION_COOKIE].map(
  (name) => new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`),
)

/** Sensitive requests require that the password was entered within this time, in milliseconds: 12 hours. */
const RECENT_MS = 12 * 60 * 60_000

/** Minimum time between two writes of a session's last use, in milliseconds. */
const USE_INTERVAL_MS = 5 * 60_000

/**
 * Manages browser sessions. They are stored with a hash of the cookie's token, so they survive a restart, and ending
 * one takes effect in every process.
 */
export class Sessions {
  constructor(private readonly options: SessionOptions) {}

  /** Starts a session for a person and ends the browser's former one. Returns the `Set-Cookie` header. */
  begin(person: string, request: IncomingMessage): string {
    const { store, seconds, addressOf, isSecure } = this.options
    const token = newToken()
    const now = Date.now()
    const former = this.of(request)
    store.transaction(() => {
      if (former) store.sessions.end(former.id, former.person)
      store.sessions.add({
        ...{ id: hashToken(token), token: hashToken(token), person },
        ...{ created: now, signed_in: now, used: now, expires: now + seconds * 1000 },
        plain: isSecure(request) ? 0 : 1,
        browser: browserNamed(request.headers['user-agent']),
        network: networkOf(addressOf(request)),
      })
      store.people.set(person, 'seen', now)
    })
    return this.#header(token, seconds, request)
  }

  /** Returns the session for a request's cookie, if it is valid. */
  of({ headers }: Pick<IncomingMessage, 'headers'>): SignedInSession | undefined {
    for (const [index, cookie] of COOKIES.entries()) {
      const [, token] = cookie.exec(headers.cookie ?? '') ?? []
      if (token === undefined) continue
      const presented = hashToken(token)
      const session = this.options.store.sessions.find(presented, Date.now())
      if (!session) continue
      // Other hosts of the domain can set a plain cookie, so a plain cookie is not valid for a session with the
      // prefixed name.
      if (index === 1 && !session.plain && presented !== session.former) continue
      this.#noteUse(session, presented)
      return { ...session, presented }
    }
    return undefined
  }

  isCurrent({ id }: Pick<SignedInSession, 'id'>): boolean {
    return this.options.store.sessions.isCurrent(id, Date.now())
  }

  /** Returns whether the user entered the password within the last 12 hours. */
  isRecent({ signed_in }: Pick<SignedInSession, 'signed_in'>): boolean {
    return Date.now() - signed_in < RECENT_MS
  }

  /**
   * Renews a session if it is due. Returns the `Set-Cookie` header, which the caller must send. The former token
   * stays valid for a minute.
   */
  renewal(session: SignedInSession, request: IncomingMessage): string | undefined {
    const { store, seconds, isSecure } = this.options
    const { id, created, presented } = session
    const now = Date.now()
    const expires = Math.min(now + seconds * 1000, created + MAX_SESSION_MS)
    const plain = isSecure(request) ? 0 : 1
    const isDue =
      presented === session.token
        ? expires - session.expires > seconds * 100 || plain < session.plain
        : // The answer with the new token was lost.
          !session.confirmed && session.former_until <= now
    if (!isDue) return undefined
    const token = newToken()
    try {
      store.transaction(() => {
        store.sessions.rotate(id, presented, hashToken(token), plain, now)
        store.sessions.setUsed(id, now, expires)
      })
    } catch {
      // The disk may be full, or another process may have locked the file. The session keeps its expiry time.
      return undefined
    }
    return this.#header(token, Math.ceil((expires - now) / 1000), request)
  }

  /** Ends a session. Returns the `Set-Cookie` header that deletes the cookie. */
  end(session: SignedInSession | undefined, request: IncomingMessage): string {
    if (session) this.options.store.sessions.end(session.id, session.person)
    return this.#header('', 0, request)
  }

  #noteUse(session: PersonalSessionRow, presented: string): void {
    const { id, person, used, expires } = session
    const now = Date.now()
    const confirms = !session.confirmed && presented === session.token
    if (!confirms && Math.abs(now - used) < USE_INTERVAL_MS) return
    const { store } = this.options
    try {
      store.transaction(() => {
        if (confirms) store.sessions.confirm(id, now)
        store.sessions.setUsed(id, now, expires)
        store.people.set(person, 'seen', now)
      })
    } catch {
      // The disk may be full, or another process may have locked the file. The last use is recorded with a later
      // request.
    }
  }

  #header(value: string, maxAge: number, request: IncomingMessage): string {
    const isSecure = this.options.isSecure(request)
    const [name, secure] = isSecure ? [HOST_COOKIE, '; Secure'] : [SESSION_COOKIE, '']
    return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
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
