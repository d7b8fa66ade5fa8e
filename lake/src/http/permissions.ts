import { httpError, LakeError } from '../errors/errors.ts'
import { type AuthContext, unauthorized } from './access.ts'

/**
 * What an endpoint asks of who is authenticated, beyond that they are: to write `content`, to manage
 * `people`, or to be a person in a browser (`session`) rather than a program with the token.
 */
export type Needs = 'content' | 'people' | 'session'

/** Throws a `LakeError` 401 when what was true as the request began is so no more: its body may have taken long. */
export function checkStillCurrent(authContext: AuthContext | undefined): void {
  if (!authContext?.isCurrent()) throw unauthorized()
}

/** Throws a `LakeError` 403 of the type `reauthenticate` unless the password was given lately. */
export function checkRecent(authContext: AuthContext | undefined): void {
  if (authContext?.isRecent()) return
  const message = 'Give your password again to do this'
  throw new LakeError(403, 'httpError', message, { type: 'reauthenticate' })
}

/** Throws a `LakeError` 403, for content in the shape that Sanity gives it, unless they may. */
export function checkPermission({ may, session }: AuthContext, needs: Needs | undefined): void {
  if (needs === 'content' && !may.writesContent) {
    throw new LakeError(
      403,
      'insufficientPermissionsError',
      'Insufficient permissions; permission "update" required',
      { permission: 'update' },
    )
  }
  if (needs === 'people' && !may.managesPeople) throw httpError(403, 'You may not manage people')
  if (needs === 'session' && !session) throw httpError(403, 'Only who has signed in has an account')
}
