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
import { entryLink } from './entry-link.ts'

/**
 * Who works here. `expired`: someone does, but the session has ended. `reauthenticating`: it goes on, but
 * what was asked needs the password again.
 */
export type Session =
  | { state: 'signed-in'; user: CurrentUser }
  | { state: 'expired' | 'reauthenticating'; user: CurrentUser }
  | { state: 'signed-out' }

/**
 * What became of a try to come in; `seconds` is how long further tries are refused, `message` says what
 * is wrong. `setup`: it is the password of the server, and the token lets the first person in.
 */
export type SignIn =
  | { outcome: 'signed-in' | 'wrong-password' | 'failed' }
  | { outcome: 'setup'; token: string }
  | { outcome: 'refused'; message: string }
  | { outcome: 'too-many'; seconds: number }

/** What comes in with: an address and a password, or what a link asks for. */
export type Entry =
  | { path: 'login'; email?: string; password: string }
  | { path: 'reauthenticate'; password: string }
  | { path: 'setup'; token: string; name: string; email: string; password: string }
  | { path: 'invitation/accept'; token: string; name: string; password: string }
  | { path: 'reset/accept'; token: string; password: string }

const current = new BehaviorSubject<Session | undefined>(undefined)
/** How often someone has signed in: a refusal says nothing about a session that began after its request. */
let signIns = 0
/** Tells the other tabs, which share the cookie, to look again. */
const otherTabs = new BroadcastChannel('studio-session')
otherTabs.onmessage = ({ data }) => {
  if (data === 'signed in') signIns += 1
  void refresh()
}

/** The session and its changes, once the server has said who this is. */
export const session: Observable<Session> = current.pipe(
  filter((value) => value !== undefined),
  distinctUntilChanged((a, b) => a.state === b.state && sameAccount(a, b)),
)

/** Asks the server who this is. @throws Error when it can't be asked */
export async function refresh(): Promise<void> {
  const askedIn = signIns
  const response = await fetch('/v1/users/me', { headers: { Accept: 'application/json' } })
  if (response.ok) become({ state: 'signed-in', user: await response.json() })
  else if (response.status === 401) expire(askedIn)
  else throw new Error(`The server answered ${response.status} when asked who is signed in`)
}

/** Looks whether the session still holds; a server that is away says nothing about it. */
export function checkSession(): void {
  if (current.value?.state === 'signed-in') refresh().catch(() => {})
}

/** Tries to come in. Never throws. */
export async function signIn({ path, ...entry }: Entry): Promise<SignIn> {
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
    const answer = await response.json()
    if (response.status >= 500) return { outcome: 'failed' }
    if (!response.ok) return { outcome: 'refused', message: answer.message }
    if (answer.setup) return { outcome: 'setup', token: answer.setup }
    signIns += 1
    entryLink.next(undefined)
    await refresh()
    otherTabs.postMessage('signed in')
    return { outcome: current.value?.state === 'signed-in' ? 'signed-in' : 'failed' }
  } catch {
    return { outcome: 'failed' }
  }
}

/** Ends the session here and in the other tabs. @throws Error when the server does not answer */
export async function signOut(): Promise<void> {
  // Drafts go with the session; the pass of the preview is a cookie of its own.
  await fetch('/preview/disable', { method: 'POST', redirect: 'manual' })
  const response = await fetch('/v1/auth/logout', { method: 'POST' })
  if (!response.ok) throw new Error(`Signing out failed: the server answered ${response.status}`)
  current.next({ state: 'signed-out' })
  otherTabs.postMessage('signed out')
}

const declined = new Subject<void>()

/** Has what needs the password again fail. */
export function declineReauthentication(): void {
  declined.next()
  const { value } = current
  if (value?.state === 'reauthenticating') current.next({ ...value, state: 'signed-in' })
}

/** Calls back each time that someone signs in. */
export function whenSignedIn(callback: () => void): void {
  session.pipe(filter(({ state }) => state === 'signed-in')).subscribe(callback)
}

/**
 * Sends a request; where the session ends under it, or it needs the password again, waits until someone
 * has given it and sends it once more. Studio never hears of the gap, so that nothing typed is lost. A refusal that
 * arrives after the sign-in belongs to the session before.
 */
export function retryAfterSignIn<T>(send: () => Observable<T>): Observable<T> {
  let sentIn = signIns
  const sentBy = current.value
  return defer(() => {
    sentIn = signIns
    return send()
  }).pipe(
    retry({
      delay: (error) => {
        const { value } = current
        const needsPassword = isReauthentication(error) && value !== undefined
        if (!(needsPassword || error?.statusCode === 401) || value?.state === 'signed-out') {
          return throwError(() => error)
        }
        if (!needsPassword) expire(sentIn)
        else if (sentIn === signIns) current.next({ state: 'reauthenticating', user: value.user })
        const refusal = needsPassword
          ? declined.pipe(mergeMap(() => throwError(() => error)))
          : NEVER
        return merge(session.pipe(filter(({ state }) => state === 'signed-in')), refusal).pipe(
          take(1),
          // What one person has typed is never saved as another's.
          mergeMap((now) => (sameAccount(sentBy, now) ? of(now) : throwError(() => error))),
        )
      },
    }),
  )
}

/** Whether the server wants the password again, by the answer of the content API or of the staff's. */
function isReauthentication(error: {
  response?: { body?: { type?: unknown } }
  body?: { type?: unknown }
}): boolean {
  return (error?.response?.body ?? error?.body)?.type === 'reauthenticate'
}

/** Whether two sessions are of the same person, in the same role. */
function sameAccount(a: Session | undefined, b: Session): boolean {
  const account = (one: Session | undefined) =>
    one && one.state !== 'signed-out' ? `${one.user.id} ${one.user.role}` : undefined
  return account(a) === account(b)
}

/**
 * Takes note of who is signed in. Where that is somebody else than before, or the same person in another
 * role, the Studio starts again: it keeps much of what it knows of its user.
 */
function become(next: Session): void {
  const { value } = current
  if (value && value.state !== 'signed-out' && !sameAccount(value, next)) location.reload()
  else current.next(next)
}

/** Takes note that a request was refused which was sent when someone had signed in so many times. */
function expire(sentIn: number): void {
  if (sentIn !== signIns) return
  const { value } = current
  current.next(
    value && value.state !== 'signed-out'
      ? { state: 'expired', user: value.user }
      : { state: 'signed-out' },
  )
}
