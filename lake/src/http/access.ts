import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { httpError } from '../errors/errors.ts'
import type { Login } from '../login/login.ts'
import type { Session } from '../login/sessions.ts'
import type { Role } from '../users/roles.ts'
import { TOKEN_USER, type User, userOf } from '../users/user.ts'
import { isFromElsewhere, isSameOrigin } from './origin.ts'

/** Who sent an authenticated request: somebody who may read everything. */
export interface AuthContext {
  user: User
  /** What they may do besides. */
  may: Pick<Role, 'writesContent' | 'managesPeople'>
  /** What a browser has signed in with; absent for a bearer of the token. */
  session?: Session
  /** Makes the session go on for longer: the `Set-Cookie` header, which must be sent. */
  renew?: () => string | undefined
  /** Was the password given lately? */
  isRecent: () => boolean
  /** Is it still so? Not once the session has been ended or is over. */
  isCurrent: () => boolean
}

/**
 * Who sent a request: undefined for anonymous, `reader` for the server that reads its own published
 * content. The one place where this is decided.
 */
export type Access = (request: IncomingMessage) => AuthContext | 'reader' | undefined

/** What `createAccess` authenticates by. */
export interface AccessOptions {
  token: string
  /** The token of whoever may read what is published, and nothing else. */
  readerToken?: string | undefined
  /** Absent where nobody signs in. */
  login?: Pick<Login, 'sessions' | 'accounts' | 'address'> | undefined
}

/**
 * Authenticates bearers of the token and browsers with a session. A request with a wrong
 * token throws a `LakeError` 401, rather than being taken for an anonymous one; an
 * expired or forged cookie is none. A browser sends its cookie with whatever any site
 * makes it send: so a request with a session throws a 403 when it comes from a page of
 * another origin, and one that would change something also when it does not say.
 */
export function createAccess({ token, readerToken, login }: AccessOptions): Access {
  const expected = digest(token)
  const expectedOfReader = readerToken === undefined ? undefined : digest(readerToken)
  return (request) => {
    const { authorization } = request.headers
    // Other schemes are for others: a proxy in front may ask for a password of its own.
    const [, presented] = /^Bearer\s+(.*)$/i.exec(authorization ?? '') ?? []
    if (presented !== undefined) {
      const given = digest(presented.trim())
      if (expectedOfReader && timingSafeEqual(given, expectedOfReader)) return 'reader'
      if (!timingSafeEqual(given, expected)) throw unauthorized()
      const may = { writesContent: true, managesPeople: true }
      return { user: TOKEN_USER, may, isRecent: () => true, isCurrent: () => true }
    }
    const session = login?.sessions.of(request)
    if (!login || !session) return undefined
    const { sessions, accounts, address } = login
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads ? isFromElsewhere(request, address) : !isSameOrigin(request, address)) {
      throw httpError(403, 'Who is signed in may ask from pages of this origin only')
    }
    const role = accounts.role(session.role)
    return {
      user: userOf({ ...session, id: session.person }, role),
      may: role,
      session,
      renew: () => sessions.renewal(session, request),
      isRecent: () => sessions.isRecent(session),
      isCurrent: () => sessions.isCurrent(session),
    }
  }
}

/** A `LakeError` 401: the request is not authenticated. */
export function unauthorized(): Error {
  return httpError(401, 'Session not found')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
