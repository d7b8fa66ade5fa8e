import type { IncomingMessage } from 'node:http'
import { hashToken, newToken } from '../users/secret-token.ts'
import type { PersonalSessionRow } from '../users/sessions-table.ts'
import type { UserStore } from '../users/user-store.ts'
import { browserNamed } from './browser.ts'
import { networkOf } from './network.ts'

/** The name of the cookie that a signed-in browser has. */
export const SESSION_COOKIE = 'lake_session'

/** A browser that somebody has signed in with. */
export type Session = PersonalSessionRow

interface SessionOptions {
  store: UserStore
  /** How long a session lasts after it was last used. */
  seconds: number
  isSecure: (request: IncomingMessage) => boolean
  addressOf: (request: IncomingMessage) => string
}

const COOKIE = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([\\w-]{43})(?:;|$)`)

/** Each note of when a session was used is a write to the disk, in milliseconds. */
const USED_WITHIN_MS = 5 * 60_000

/**
 * Sessions of browsers. The cookie has a random token, of which the store keeps a hash alone; so they
 * survive a restart, and end in every process as soon as one ends them.
 */
export class Sessions {
  readonly #options: SessionOptions

  constructor(options: SessionOptions) {
    this.#options = options
  }

  /** A new session of a person, in place of the one that the browser had: its `Set-Cookie` header. */
  begin(person: string, request: IncomingMessage): string {
    const { store, seconds, addressOf } = this.#options
    const token = newToken()
    const now = Date.now()
    const former = this.of(request)
    store.transaction(() => {
      if (former) store.sessions.end(former.id, former.person)
      store.sessions.add({
        id: hashToken(token),
        person,
        created: now,
        used: now,
        expires: now + seconds * 1000,
        browser: browserNamed(request.headers['user-agent']),
        network: networkOf(addressOf(request)),
      })
      store.people.setSeen(person, now)
    })
    return this.#header(token, seconds, request)
  }

  /** The session that a request's cookie proves. */
  of({ headers }: Pick<IncomingMessage, 'headers'>): Session | undefined {
    const token = tokenOf(headers.cookie)
    if (token === undefined) return undefined
    const session = this.#options.store.sessions.find(hashToken(token), Date.now())
    if (session) this.#noteUse(session)
    return session
  }

  isCurrent({ id }: Pick<Session, 'id'>): boolean {
    return this.#options.store.sessions.isCurrent(id, Date.now())
  }

  /** The `Set-Cookie` header that makes a session go on; undefined while it is still fresh. */
  renewal({ id, expires }: Session, request: IncomingMessage): string | undefined {
    const { store, seconds } = this.#options
    const now = Date.now()
    const token = tokenOf(request.headers.cookie)
    if (token === undefined || expires - now >= seconds * 900) return undefined
    try {
      store.sessions.setUsed(id, now, now + seconds * 1000)
    } catch {
      // A disk that is full, or another process: it goes on for as long as it would have.
      return undefined
    }
    return this.#header(token, seconds, request)
  }

  /** Ends a session. Returns the header that takes the cookie away. */
  end(session: Session | undefined, request: IncomingMessage): string {
    if (session) this.#options.store.sessions.end(session.id, session.person)
    return this.#header('', 0, request)
  }

  #noteUse({ id, person, used, expires }: Session): void {
    const now = Date.now()
    if (Math.abs(now - used) < USED_WITHIN_MS) return
    const { store } = this.#options
    try {
      store.transaction(() => {
        store.sessions.setUsed(id, now, expires)
        store.people.setSeen(person, now)
      })
    } catch {
      // As above: it is no reason to answer nobody.
    }
  }

  #header(value: string, maxAge: number, request: IncomingMessage): string {
    const secure = this.#options.isSecure(request) ? '; Secure' : ''
    return `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
  }
}

function tokenOf(cookies: string | undefined): string | undefined {
  return COOKIE.exec(cookies ?? '')?.[1]
}
