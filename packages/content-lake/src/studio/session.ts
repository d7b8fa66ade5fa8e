import { BehaviorSubject, defer, filter, type Observable, retry, take, tap } from 'rxjs'
import type { CurrentUser } from 'sanity'

/**
 * The state of the session. `expired`: the session of a signed-in user has ended. `reauthenticating`: the session is
 * valid, but a request needs the password again. `role-changed`: the user has signed in again with another role than
 * this page was loaded with.
 */
export type Session =
  | { state: 'signed-in' | 'role-changed' | 'expired' | 'reauthenticating'; user: CurrentUser }
  | { state: 'signed-out'; user?: undefined }

/** The session. Undefined until the server has returned the user, and always undefined in a project at Sanity. */
export const session = new BehaviorSubject<Session | undefined>(undefined)

/** The number of sign-ins in this tab. A 401 response to a request that was sent before the last one is ignored. */
let signIns = 0
/** Notifies the other tabs, which share the session cookie, to refresh their session. */
const otherTabs = new BroadcastChannel('lake-session')
otherTabs.onmessage = ({ data }) => {
  if (data === 'signed in') signIns += 1
  refresh().catch(() => {})
}

/** Requests the signed-in user from the server. @throws Error if the server is unreachable or fails */
export async function refresh(): Promise<void> {
  const sentAt = signIns
  const response = await fetch('/v1/users/me', { headers: { Accept: 'application/json' } })
  if (response.ok) setUser(await response.json())
  else if (response.status === 401) expire(sentAt)
  else throw new Error(`The session could not be loaded: status ${response.status}`)
}

/** Checks whether the session is still valid. Ignores errors: an unreachable server does not end the session. */
export function checkSession(): void {
  if (session.value?.state === 'signed-in') refresh().catch(() => {})
}

const unreachable = { message: 'Can’t reach the server. Please try again' }

/** Requests `auth/<path>`. Never throws: if the request fails, `message` is the reason. */
export async function askLogin<Answer>(
  path: string,
  entry?: object,
): Promise<Partial<Answer> & { message?: string }> {
  const headers = { 'Content-Type': 'application/json' }
  const post = entry && { method: 'POST', headers, body: JSON.stringify(entry) }
  return fetch(`/v1/auth/${path}`, post)
    .then((response) => response.json())
    .catch(() => unreachable)
}

/**
 * Signs in by `auth/<path>`. Never throws: if it fails, `message` is the reason. If the password was the server's,
 * `setup` is the token that creates the first account.
 */
export async function signIn(
  path: string,
  entry: object,
): Promise<{ setup?: string; message?: string }> {
  const answer = await askLogin<{ setup: string }>(path, entry)
  if (answer.message || answer.setup) return answer
  signIns += 1
  return refresh().then(
    () => {
      otherTabs.postMessage('signed in')
      return answer
    },
    () => unreachable,
  )
}

/** Ends the session in all tabs. @throws Error if the server is unreachable or fails */
export async function signOut(): Promise<void> {
  const response = await fetch('/v1/auth/logout', { method: 'POST' })
  if (!response.ok) throw new Error(`Signing out failed with status ${response.status}`)
  session.next({ state: 'signed-out' })
  otherTabs.postMessage('signed out')
}

/** Cancels reauthentication. The requests that need the password fail. */
export function declineReauthentication(): void {
  const { value } = session
  if (value?.state === 'reauthenticating') session.next({ ...value, state: 'signed-in' })
}

/** Returns whether requests can be sent. */
export const isActive = (value: Session | undefined): boolean =>
  value?.state === 'signed-in' || value?.state === 'role-changed'

/**
 * Sends a request. If the session has expired or the request needs the password again, waits for the user to enter it
 * and sends the request again. The Studio does not notice the interruption, so no edits are lost. A 401 response that
 * arrives after a sign-in belongs to the previous session.
 */
export function retryAfterSignIn<T>(send: () => Observable<T>): Observable<T> {
  const sender = session.value?.user?.id
  let sentAt = signIns
  return defer(() => {
    sentAt = signIns
    return send()
  }).pipe(
    retry({
      delay: (error) => {
        const { state, user } = session.value ?? {}
        const needsPassword =
          user && (error.response?.body ?? error.body)?.type === 'reauthenticate'
        if (state === 'signed-out' || !(needsPassword || error.statusCode === 401)) throw error
        if (!needsPassword) expire(sentAt)
        else if (sentAt === signIns) session.next({ state: 'reauthenticating', user })
        return session.pipe(
          filter(isActive),
          take(1),
          tap((now) => {
            const isDeclined = needsPassword && sentAt === signIns
            // Never saves one person's edits as another person. If the role has changed, the server decides.
            if (isDeclined || sender !== now?.user?.id) throw error
          }),
        )
      },
    }),
  )
}

/**
 * Stores the user. If the person has changed, reloads the page, because Sanity caches data about the user. If only the
 * role has changed, unsaved edits must not be lost: the user reloads the page.
 */
function setUser(user: CurrentUser): void {
  const { state, user: former } = session.value ?? {}
  const isChanged = state === 'role-changed' || (former && rolesOf(former) !== rolesOf(user))
  if (former && former.id !== user.id) location.reload()
  else session.next({ state: isChanged ? 'role-changed' : 'signed-in', user })
}

const rolesOf = ({ roles }: CurrentUser): string => roles.map(({ name }) => name).join(' ')

/** Ends the session after a 401 response, unless someone signed in after the request was sent. */
function expire(sentAt: number): void {
  if (sentAt !== signIns) return
  const user = session.value?.user
  session.next(user ? { state: 'expired', user } : { state: 'signed-out' })
}
