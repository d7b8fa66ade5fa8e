import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { httpError, LakeError, missingPermission } from '../errors/errors.ts'
import type { Login } from '../login/login.ts'
import { isFromOtherOrigin, isSameOrigin } from '../login/origin.ts'
import type { SignedInSession } from '../login/sessions.ts'
import { type Permissions, permissionsIn, TOKEN_USER, type User, userOf } from '../users/user.ts'

export interface AuthContext {
  user: User
  may: Permissions
  session?: SignedInSession
  /** Renews the session if it is due. Returns the `Set-Cookie` header, which the caller must send. */
  renew?: () => string | undefined
  isRecent: () => boolean
  isCurrent: () => boolean
}

/**
 * Authenticates a request. Returns undefined for an anonymous request, and `reader` for the embedding server, which
 * may only read published content.
 */
export type Access = (request: IncomingMessage) => AuthContext | 'reader' | undefined

export interface AccessOptions {
  /** The token with all permissions. */
  token?: string | undefined
  /** Returns the client with another token. */
  clientWith?: ((token: string) => AuthContext | undefined) | undefined
  /** A token that only permits reading published content. */
  readerToken?: string | undefined
  login?: Pick<Login, 'sessions' | 'accounts' | 'address'> | undefined
}

/**
 * Returns a function that authenticates requests by bearer token or session cookie. An expired or forged cookie is
 * ignored.
 *
 * Throws a `LakeError` 401 for a wrong token. Throws 403 for a session's request from a page of another origin,
 * because browsers send cookies with such requests, and for a session's write request without origin headers.
 */
export function createAccess({ token, clientWith, readerToken, login }: AccessOptions): Access {
  const expected = token === undefined ? undefined : digest(token)
  const expectedOfReader = readerToken === undefined ? undefined : digest(readerToken)
  return (request) => {
    // Ignore other schemes: a proxy in front may use Basic authentication.
    const [, presented] = /^Bearer\s(.*)$/i.exec(request.headers.authorization ?? '') ?? []
    if (presented !== undefined) {
      const client = clientWith?.(presented.trim())
      if (client) return client
      const given = digest(presented.trim())
      if (expectedOfReader && timingSafeEqual(given, expectedOfReader)) return 'reader'
      if (!expected || !timingSafeEqual(given, expected)) throw unauthorized()
      const may = { writesContent: true, publishesContent: true, managesPeople: true }
      return { user: TOKEN_USER, may, isRecent: () => true, isCurrent: () => true }
    }
    const session = login?.sessions.of(request)
    if (!login || !session) return undefined
    const { sessions, accounts, address } = login
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads ? isFromOtherOrigin(request, address) : !isSameOrigin(request, address)) {
      throw httpError(403, 'This request must come from a page of this origin')
    }
    const roles = accounts.rolesOf(session)
    return {
      user: userOf({ ...session, id: session.person }, roles),
      may: permissionsIn(roles),
      session,
      renew: () => sessions.renewal(session, request),
      isRecent: () => sessions.isRecent(session),
      isCurrent: () => sessions.isCurrent(session),
    }
  }
}

/** Returns a `LakeError` 401 for a request that is not authenticated. */
export function unauthorized(): Error {
  return httpError(401, 'Session not found')
}

/**
 * An endpoint's requirement: permission to `read` or write `content`, to manage `people`, to manage the `project` with
 * its datasets and tokens, to deploy `schemas`, or a `session` instead of the token.
 */
export type Needs = 'read' | 'content' | 'people' | 'project' | 'schemas' | 'session'

/**
 * Content that anonymous clients may read of a dataset. `closed`: nothing. `private`: live events, which have only tags.
 * `content`: also published content, by queries. `public`: also published documents, by id and by listeners.
 */
export type Openness = 'closed' | 'private' | 'content' | 'public'

const LEVELS: readonly Openness[] = ['closed', 'private', 'content', 'public']

/**
 * The lowest `Openness` at which an endpoint allows anonymous requests, or `always`. The reader has at least `content`.
 */
export type Anonymous = 'always' | 'private' | 'content' | 'public'

/** Throws a `LakeError` 401 unless the caller may use an endpoint without or with authentication. */
export function checkEntry(
  caller: ReturnType<Access>,
  anonymous: Anonymous | undefined,
  openness: Openness,
): void {
  if (typeof caller === 'object' || anonymous === 'always') return
  const granted = caller === 'reader' && openness !== 'public' ? 'content' : openness
  if (!anonymous || LEVELS.indexOf(granted) < LEVELS.indexOf(anonymous)) throw unauthorized()
}

/** Throws a `LakeError` 401 when the session has ended since the request began: its body may have taken long. */
export function checkStillCurrent(authContext: AuthContext | undefined): void {
  if (!authContext?.isCurrent()) throw unauthorized()
}

/** Throws a `LakeError` 403 with type `reauthenticate` unless the password was entered within the last 12 hours. */
export function checkRecent(authContext: AuthContext | undefined): void {
  if (authContext?.isRecent()) return
  const message = 'Enter your password again to do this'
  throw new LakeError(403, 'httpError', message, { type: 'reauthenticate' })
}

/** Throws a `LakeError` 403 unless the client may use an endpoint. For content the error has Sanity's shape. */
export function checkPermission({ may, session }: AuthContext, needs: Needs | undefined): void {
  if (needs === 'read' && may.readsContent === false) throw missingPermission('read')
  if (needs === 'project' && !may.managesPeople) throw missingPermission('sanity.project/update')
  if (needs === 'content' && !may.writesContent) throw missingPermission('update')
  if (needs === 'schemas' && !may.publishesContent && !may.deploysSchemas)
    throw missingPermission('update')
  if (needs === 'people' && !may.managesPeople)
    throw httpError(403, 'You do not have permission to manage people')
  if (needs === 'session' && !session) throw httpError(403, 'Sign in with an account to do this')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
