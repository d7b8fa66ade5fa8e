import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { PeopleTable, PersonRow } from '../users/people-table.ts'
import { hashToken, newToken } from '../users/secret-token.ts'
import { isEncrypted } from './origin.ts'

/** A user who signs in with one click, without a password. */
export interface LocalUser {
  id: string
  name: string
  email?: string
  /** The name of a role, `administrator` by default. */
  role?: string
}

const COOKIE = /(?:^|;\s*)lake_local=([\w.-]+)(?:;|$)/
const ID = /^[\w-]{1,64}$/

/**
 * Users of a lake on a developer's machine. Each has one token, which is derived from a secret, so that it stays valid
 * while the secret is the same. A Studio exchanges the id of a sign-in for the token.
 */
export class LocalUsers {
  readonly #tokens = new Map<string, string>()
  /** By the hash of the token. */
  readonly #ids = new Map<string, string>()
  readonly #signIns = new LRUCache<string, string>({ max: 100, ttl: 60_000 })

  /** Stores the users as people. Throws for an invalid id. */
  constructor(
    readonly list: readonly LocalUser[],
    private readonly people: PeopleTable,
    secret: string,
  ) {
    for (const { id, name, email = `${id}@localhost`, role = 'administrator' } of list) {
      if (!ID.test(id)) throw new Error(`The id of a local user is invalid: ${id}`)
      const proof = createHmac('sha256', secret).update(`local user ${id}`).digest('base64url')
      this.#tokens.set(id, `local.${id}.${proof}`)
      this.#ids.set(hashToken(`local.${id}.${proof}`), id)
      if (!people.byId(id)) people.add({ id, name, email, role, password: '', joined: Date.now() })
      people.set(id, 'name', name)
      people.set(id, 'role', role)
    }
  }

  /** Returns the user with a token. */
  withToken(token: string): PersonRow | undefined {
    return this.people.byId(this.#ids.get(hashToken(token)) ?? '')
  }

  /** Returns the user of a request's cookie. */
  withCookie({ headers }: IncomingMessage): PersonRow | undefined {
    const [, token] = COOKIE.exec(headers.cookie ?? '') ?? []
    return token === undefined ? undefined : this.withToken(token)
  }

  /** Returns the id of a new sign-in, which can be exchanged once within a minute, and the `Set-Cookie` header. */
  signIn(id: string, request: IncomingMessage): { sid: string; cookie: string } | undefined {
    const token = this.#tokens.get(id)
    if (token === undefined) return undefined
    const sid = newToken()
    this.#signIns.set(sid, token)
    return { sid, cookie: cookieHeader(token, request) }
  }

  /** Returns the token of a sign-in, once. */
  exchange(sid: string): string | undefined {
    const token = this.#signIns.get(sid)
    this.#signIns.delete(sid)
    return token
  }
}

/** Returns the `Set-Cookie` header for a token. An empty token deletes the cookie. */
export function cookieHeader(token: string, request: IncomingMessage): string {
  const sameSite = isEncrypted(request) ? 'SameSite=None; Secure' : 'SameSite=Lax'
  return `lake_local=${token}; Path=/; HttpOnly; ${sameSite}${token ? '' : '; Max-Age=0'}`
}
