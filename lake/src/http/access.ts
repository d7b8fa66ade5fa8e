import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { httpError, LakeError } from '../errors/errors.ts'
import type { Login } from '../login/login.ts'
import { isFromElsewhere, isSameOrigin } from '../login/origin.ts'
import type { SignedInSession } from '../login/sessions.ts'
import type { Role } from '../users/user.ts'
import { TOKEN_USER, type User, userOf } from '../users/user.ts'

export interface AuthContext {
  user: User
  may: Pick<Role, 'writesContent' | 'managesPeople'>
  session?: SignedInSession
  /** Renews the session: returns the `Set-Cookie` header, which must be sent. */
  renew?: () => string | undefined
  isRecent: () => boolean
  isCurrent: () => boolean
}

/** Authenticates a request: undefined for anonymous, `reader` for the server that reads its own published content. */
export type Access = (request: IncomingMessage) => AuthContext | 'reader' | undefined

export interface AccessOptions {
  token: string
  /** Its bearer may read published content, and nothing else. */
  readerToken?: string | undefined
  login?: Pick<Login, 'sessions' | 'accounts' | 'address'> | undefined
}

/**
 * Returns what authenticates bearers of the token and browsers with a session; an expired or forged cookie
 * is ignored. Throws a `LakeError`: 401 for a wrong token; 403 for a session's request from a page of
 * another origin, since browsers send cookies along, and for a write that does not name its origin.
 */
export function createAccess({ token, readerToken, login }: AccessOptions): Access {
  const expected = digest(token)
  const expectedOfReader = readerToken === undefined ? undefined : digest(readerToken)
  return (request) => {
    // Other schemes are for others: a proxy in front may ask for a password of its own.
    const [, presented] = /^Bearer\s+(.*)$/i.exec(request.headers.authorization ?? '') ?? []
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

/** Returns a `LakeError` 401: the request is not authenticated. */
export function unauthorized(): Error {
  return httpError(401, 'Session not found')
}

/** An endpoint's requirement: permission to write `content` or manage `people`, or a `session` rather than the token. */
export type Needs = 'content' | 'people' | 'session'

/** Throws a `LakeError` 401 when the session has ended since the request began: its body may have taken long. */
export function checkStillCurrent(authContext: AuthContext | undefined): void {
  if (!authContext?.isCurrent()) throw unauthorized()
}

/** Throws a `LakeError` 403 of the type `reauthenticate` unless the password was given within the last 12 hours. */
export function checkRecent(authContext: AuthContext | undefined): void {
  if (authContext?.isRecent()) return
  const message = 'Give your password again to do this'
  throw new LakeError(403, 'httpError', message, { type: 'reauthenticate' })
}

/** Throws a `LakeError` 403, for content in Sanity's shape, unless the sender may use an endpoint. */
export function checkPermission({ may, session }: AuthContext, needs: Needs | undefined): void {
  if (needs === 'content' && !may.writesContent) {
    const reason = 'Insufficient permissions; permission "update" required'
    throw new LakeError(403, 'insufficientPermissionsError', reason, { permission: 'update' })
  }
  if (needs === 'people' && !may.managesPeople) throw httpError(403, 'You may not manage people')
  if (needs === 'session' && !session) throw httpError(403, 'Only who has signed in has an account')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
