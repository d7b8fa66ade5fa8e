import { defer, distinctUntilChanged, from, map, shareReplay, switchMap } from 'rxjs'
import type { AuthStore } from 'sanity'
import { embeddedClient } from './client.ts'
import { refresh, session, signOut } from './session.ts'
import { SignInPage } from './sign-in-page.tsx'

/**
 * Signs in with the one password of this site instead of a Sanity account. An expired session
 * counts as signed in: Studio would otherwise close the document on which someone works, see
 * `SessionDialog`.
 */
export function embeddedAuthStore(projectId: string, dataset: string): AuthStore {
  const client = embeddedClient({
    projectId,
    dataset,
    apiVersion: '2025-02-19',
    // What Studio's own factory sets: drafts and published documents side by side.
    perspective: 'raw',
    requestTagPrefix: 'sanity.studio',
  })
  const state = defer(() => from(refresh())).pipe(
    switchMap(() => session),
    map((current) => (current.state === 'signed-out' ? null : current.user)),
    // Studio takes each value for a new person: it asks for everything again, and the open form
    // loses what has been typed but not yet sent.
    distinctUntilChanged((a, b) => a?.id === b?.id),
    map((currentUser) => ({ authenticated: currentUser !== null, currentUser, client })),
    shareReplay(1),
  )
  return { state, LoginComponent: SignInPage, logout: signOut }
}
