import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { UserStore } from '../users/user-store.ts'

/** The name of the cookie that a signed-in browser has. */
export const SESSION_COOKIE = 'lake_session'

/** A browser that has signed in. */
export interface Session {
  id: string
  /** Milliseconds since 1970. */
  expires: number
}

interface SessionOptions {
  /** A secret of this lake's own. */
  key: Buffer
  password: string
  /** How long a session lasts after it was last used. */
  seconds: number
  isSecure: (request: IncomingMessage) => boolean
  store: UserStore
}

const COOKIE = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([\\w-]+)\\.(\\d{1,16})\\.([\\w-]+)(?:;|$)`)

/**
 * Sessions of browsers. A cookie carries its session with a MAC, so that it survives a
 * restart; the MAC's key is made of the password too, so that another password ends all.
 * Signing out ends a session for whoever has a copy of the cookie.
 */
export class Sessions {
  readonly #options: SessionOptions
  readonly #key: Buffer
  readonly #ended: Set<string>

  constructor(options: SessionOptions) {
    this.#options = options
    this.#key = createHmac('sha256', options.key).update(options.password).digest()
    this.#ended = new Set(options.store.endedSessions(Date.now()))
  }

  /** A new session's `Set-Cookie` header. */
  begin(request: IncomingMessage): string {
    return this.#cookie(randomBytes(16).toString('base64url'), request)
  }

  /** The session that a request's cookie proves. */
  of({ headers }: IncomingMessage): Session | undefined {
    const [, id, expires, mac] = COOKIE.exec(headers.cookie ?? '') ?? []
    if (id === undefined || expires === undefined || mac === undefined) return undefined
    const given = Buffer.from(mac)
    const expected = Buffer.from(this.#mac(id, expires))
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const session = { id, expires: Number(expires) }
    return this.isCurrent(session) ? session : undefined
  }

  isCurrent({ id, expires }: Session): boolean {
    return expires > Date.now() && !this.#ended.has(id)
  }

  /** The `Set-Cookie` header that makes a session go on; undefined while it is still fresh. */
  renewal({ id, expires }: Session, request: IncomingMessage): string | undefined {
    const lifetime = this.#options.seconds * 1000
    return expires - Date.now() < lifetime * 0.9 ? this.#cookie(id, request) : undefined
  }

  /** Ends a session, however often its cookie was renewed. Returns the header that takes the cookie away. */
  end(session: Session | undefined, request: IncomingMessage): string {
    if (session) {
      this.#ended.add(session.id)
      // Another tab may have renewed it just now.
      const latest = Date.now() + this.#options.seconds * 1000
      this.#options.store.endSession(session.id, Math.max(latest, session.expires))
    }
    return this.#header('', 0, request)
  }

  #cookie(id: string, request: IncomingMessage): string {
    const { seconds } = this.#options
    const expires = String(Date.now() + seconds * 1000)
    return this.#header(`${id}.${expires}.${this.#mac(id, expires)}`, seconds, request)
  }

  #header(value: string, maxAge: number, request: IncomingMessage): string {
    const secure = this.#options.isSecure(request) ? '; Secure' : ''
    return `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
  }

  #mac(id: string, expires: string): string {
    return createHmac('sha256', this.#key).update(`${id}.${expires}`).digest('base64url')
  }
}
