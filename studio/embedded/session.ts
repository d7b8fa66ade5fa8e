import {
  BehaviorSubject,
  defer,
  distinctUntilChanged,
  filter,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  of,
  retry,
  Subject,
  take,
  throwError,
} from 'rxjs'
import type { CurrentUser } from 'sanity'
import { signInLink } from './sign-in-link.ts'

/**
 * The state of the session. `expired`: the session of a signed-in user has ended. `reauthenticating`: the session is
 * valid, but a request needs the password again. `role-changed`: the user has signed in again with another role than
 * this page was loaded with.
 */
export type Session =
  | { state: 'signed-in' | 'role-changed'; user: CurrentUser }
  | { state: 'expired' | 'reauthenticating'; user: CurrentUser }
  | { state: 'signed-out' }

/**
 * The result of a sign-in attempt. `setup`: the password was the server password, and the token allows creating the
 * first account. `too-many`: further attempts are rejected for `seconds`.
 */
export type SignInResult =
  | { outcome: 'signed-in' | 'wrong-password' | 'failed' }
  | { outcome: 'setup'; token: string }
  | { outcome: 'rejected'; message: string }
  | { outcome: 'too-many'; seconds: number }

/** A sign-in request: an email address and a password, or the data that a link asks for. */
export type SignInRequest =
  | { path: 'login'; email?: string; password: string }
  | { path: 'reauthenticate'; password: string }
  | { path: 'setup'; token: string; name: string; email: string; password: string }
  | { path: 'invitation/accept'; token: string; name: string; password: string }
  | { path: 'reset/accept'; token: string; password: string }

const current = new BehaviorSubject<Session | undefined>(undefined)
/** The number of sign-ins in this tab. A 401 response to a request that was sent before the last one is ignored. */
let signInCount = 0
/** Notifies the other tabs, which share the session cookie, to refresh their session. */
const otherTabs = new BroadcastChannel('studio-session')
otherTabs.onmessage = ({ data }) => {
  if (data === 'signed in') signInCount += 1
  void refresh()
}

/** Emits the session and its changes, as soon as the server has returned the signed-in user. */
export const session: Observable<Session> = current.pipe(
  filter((value) => value !== undefined),
  distinctUntilChanged((a, b) => a.state === b.state && sameAccount(a, b)),
)

/** Requests the signed-in user from the server. @throws Error if the server is unreachable or fails */
export async function refresh(): Promise<void> {
  const countBefore = signInCount
  const response = await fetch('/v1/users/me', { headers: { Accept: 'application/json' } })
  if (response.ok) setSession({ state: 'signed-in', user: await response.json() })
  else if (response.status === 401) expire(countBefore)
  else throw new Error(`The session could not be loaded: status ${response.status}`)
}

/** Checks whether the session is still valid. Ignores errors: an unreachable server does not end the session. */
export function checkSession(): void {
  if (current.value?.state === 'signed-in') refresh().catch(() => {})
}

/** Attempts to sign in. Never throws. */
export async function signIn({ path, ...entry }: SignInRequest): Promise<SignInResult> {
  try {
    const response = await fetch(`/v1/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(entry),
    })
    if (response.status === 401) return { outcome: 'wrong-password' }
    if (response.status === 429 || response.status === 503) {
      return { outcome: 'too-many', seconds: Number(response.headers.get('Retry-After')) || 60 }
    }
    const body = await response.json()
    if (response.status >= 500) return { outcome: 'failed' }
    if (!response.ok) return { outcome: 'rejected', message: body.message }
    if (body.setup) return { outcome: 'setup', token: body.setup }
    signInCount += 1
    signInLink.next(undefined)
    await refresh()
    otherTabs.postMessage('signed in')
    return { outcome: isActive(current.value) ? 'signed-in' : 'failed' }
  } catch {
    return { outcome: 'failed' }
  }
}

/** Ends the session in all tabs. @throws Error if the server is unreachable or fails */
export async function signOut(): Promise<void> {
  // Also ends the preview, which has a separate cookie and shows drafts.
  await fetch('/preview/disable', { method: 'POST', redirect: 'manual' })
  const response = await fetch('/v1/auth/logout', { method: 'POST' })
  if (!response.ok) throw new Error(`Signing out failed with status ${response.status}`)
  current.next({ state: 'signed-out' })
  otherTabs.postMessage('signed out')
}

const declined = new Subject<void>()

/** Cancels reauthentication. The requests that need the password fail. */
export function declineReauthentication(): void {
  declined.next()
  const { value } = current
  if (value?.state === 'reauthenticating') current.next({ ...value, state: 'signed-in' })
}

/** Returns whether the signed-in user's roles may write content. */
export function mayWriteContent(): boolean {
  const { value } = current
  if (!value || value.state === 'signed-out') return false
  return value.user.roles.some(({ name }) => ['administrator', 'editor', 'author'].includes(name))
}

/** Calls a function after each sign-in. */
export function whenSignedIn(callback: () => void): void {
  session.pipe(filter(isActive)).subscribe(callback)
}

/**
 * Sends a request. If the session has expired or the request needs the password again, waits for the user to enter it
 * and sends the request again. The Studio does not notice the interruption, so no edits are lost. A 401 response that
 * arrives after a sign-in belongs to the previous session.
 */
export function retryAfterSignIn<T>(send: () => Observable<T>): Observable<T> {
  let countWhenSent = signInCount
  const sender = current.value
  return defer(() => {
    countWhenSent = signInCount
    return send()
  }).pipe(
    retry({
      delay: (error) => {
        const { value } = current
        const needsPassword = isReauthentication(error) && value !== undefined
        if (!(needsPassword || error?.statusCode === 401) || value?.state === 'signed-out') {
          return throwError(() => error)
        }
        if (!needsPassword) expire(countWhenSent)
        else if (countWhenSent === signInCount)
          current.next({ state: 'reauthenticating', user: value.user })
        const cancellation = needsPassword
          ? declined.pipe(mergeMap(() => throwError(() => error)))
          : NEVER
        return merge(session.pipe(filter(isActive)), cancellation).pipe(
          take(1),
          // Never saves one person's edits as another person. If the role has changed, the server decides.
          mergeMap((now) => (idOf(sender) === idOf(now) ? of(now) : throwError(() => error))),
        )
      },
    }),
  )
}

/** Returns whether the content API or the staff API rejected a request because it needs the password again. */
function isReauthentication(error: {
  response?: { body?: { type?: unknown } }
  body?: { type?: unknown }
}): boolean {
  return (error?.response?.body ?? error?.body)?.type === 'reauthenticate'
}

/** Returns whether requests can be sent. */
function isActive(session: Session | undefined): boolean {
  return session?.state === 'signed-in' || session?.state === 'role-changed'
}

function idOf(session: Session | undefined): string | undefined {
  return session && session.state !== 'signed-out' ? session.user.id : undefined
}

/** Returns whether two sessions belong to the same person in the same roles. */
function sameAccount(a: Session | undefined, b: Session): boolean {
  const account = (one: Session | undefined) =>
    one && one.state !== 'signed-out'
      ? [one.user.id, ...one.user.roles.map(({ name }) => name)].join(' ')
      : undefined
  return account(a) === account(b)
}

/**
 * Stores the session. If the person has changed, reloads the page, because Sanity caches data about the user. If only
 * the role has changed, unsaved edits must not be lost: the user reloads the page.
 */
function setSession(next: Session & { state: 'signed-in' }): void {
  const { value } = current
  const isKnown = value && value.state !== 'signed-out'
  if (isKnown && idOf(value) !== idOf(next)) location.reload()
  else if (isKnown && (value.state === 'role-changed' || !sameAccount(value, next))) {
    current.next({ ...next, state: 'role-changed' })
  } else current.next(next)
}

/** Ends the session after a 401 response, unless someone signed in after the request was sent. */
function expire(countWhenSent: number): void {
  if (countWhenSent !== signInCount) return
  const { value } = current
  current.next(
    value && value.state !== 'signed-out'
      ? { state: 'expired', user: value.user }
      : { state: 'signed-out' },
  )
}
