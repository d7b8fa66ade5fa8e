import { combineLatest, defer, distinctUntilChanged, from, map, shareReplay, switchMap } from 'rxjs'
import type { AuthStore } from 'sanity'
import { embeddedClient } from './client.ts'
import { entryLink } from './entry-link.ts'
import { refresh, session, signOut } from './session.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'

/**
 * Signs in with an account of this site's own instead of one at Sanity. An expired session
 * counts as signed in: Studio would otherwise close the document on which someone works, see
 * `SessionDialog`. A person who follows a link sees what it is for, even while somebody else is signed in here.
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
    switchMap(() => combineLatest([session, entryLink])),
    map(([current, link]) => (link || current.state === 'signed-out' ? null : current.user)),
    // Studio takes each value for a new person: it asks for everything again, and the open form
    // loses what has been typed but not yet sent.
    distinctUntilChanged((a, b) => a?.id === b?.id),
    map((currentUser) => ({ authenticated: currentUser !== null, currentUser, client })),
    shareReplay(1),
  )
  return { state, LoginComponent: SignInPage, logout: signOut }
}
