import { createClient } from '@sanity/client'
import {
  combineLatest,
  defer,
  distinctUntilChanged,
  filter,
  map,
  type Observable,
  of,
  shareReplay,
  switchMap,
} from 'rxjs'
import { type AuthStore, createAuthStore, type WorkspaceOptions } from 'sanity'
import { apiVersion } from '../api-version.ts'
import { lakeClient } from './client.ts'
import { refresh, session, signOut } from './session.ts'

export interface LakeWorkspaceOptions {
  projectId: string
  dataset: string
  /** The page for people who are not signed in. It calls `signIn`. */
  LoginComponent: NonNullable<AuthStore['LoginComponent']>
  /** Whether to show the page although somebody is signed in. */
  showsLogin?: Observable<boolean>
  /** Called before the user is signed out. If it fails, the user stays signed in. */
  beforeSignOut?: () => Promise<unknown>
}

/**
 * Returns the options of a workspace for the lake on this page's host, whose accounts sign in. Turns off features that
 * need Sanity's hosts. An expired session counts as signed in, because the Studio would otherwise close the open
 * document: show a dialog that calls `signIn` while the state of `session` is `expired` or `reauthenticating`.
 */
export function lakeWorkspace(options: LakeWorkspaceOptions): Partial<WorkspaceOptions> {
  const { projectId, dataset, LoginComponent, showsLogin = of(false), beforeSignOut } = options
  const apiHost = location.origin
  const client = lakeClient({
    ...{ projectId, dataset, apiHost, apiVersion },
    // The same perspective as in Sanity's factory: returns drafts and published documents.
    perspective: 'raw',
    requestTagPrefix: 'sanity.studio',
  })
  const state = defer(refresh).pipe(
    switchMap(() =>
      combineLatest([session.pipe(filter((value) => value !== undefined)), showsLogin]),
    ),
    map(([{ user }, isShown]) => (isShown || !user ? null : user)),
    // The Studio treats each value as a new user. It would load everything again, and the open form would lose
    // unsaved edits.
    distinctUntilChanged((a, b) => a?.id === b?.id),
    map((currentUser) => ({ authenticated: currentUser !== null, currentUser, client })),
    shareReplay(1),
  )
  const logout = async () => {
    await beforeSignOut?.()
    await signOut()
  }
  // The form of tasks takes only the host from this workspace, and creates a store with a client of Sanity's. Stores
  // with the same options are created once, and functions are the same if their text is, so it finds this one.
  const clientFactory = Object.assign(lakeClient, { toString: () => String(createClient) })
  createAuthStore({ projectId, dataset: `${dataset}-comments`, apiHost, clientFactory })
  // Sanity's own switch of its warning about HTTP/1.1, which does not matter: one socket carries all streams.
  localStorage.setItem('_sanity_debugProtocol', 'h2')
  return {
    apiHost,
    auth: { state, LoginComponent, logout },
    apps: { canvas: { enabled: false } },
    // Sanity requests these events without a client, so they would not wait for a sign-in.
    beta: { eventsAPI: { documents: false } },
    scheduledPublishing: { enabled: false },
  }
}
