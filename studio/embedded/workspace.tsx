import { createClient } from '@sanity/client'
import { combineLatest, defer, distinctUntilChanged, from, map, shareReplay, switchMap } from 'rxjs'
import type { AuthStore, WorkspaceOptions } from 'sanity'
import type { Connection } from '../connection.ts'
import { releaseLabels, uploadLabels } from '../labels.ts'
import { mayWriteContent, refresh, session, signOut } from './session.ts'
import { SessionDialog } from './session-dialog.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { signInLink } from './sign-in-link.ts'
import { TasksForWriters } from './tasks.tsx'
import { UploadReasons } from './upload-reasons.tsx'

/**
 * Returns an auth store for accounts on this site, instead of accounts at Sanity. An expired session counts as signed
 * in, because the Studio would otherwise close the open document (see `SessionDialog`). A sign-in link is shown even
 * if another user is signed in.
 */
function embeddedAuthStore({ projectId, dataset }: Connection): AuthStore {
  const client = createClient({
    ...{ projectId, dataset, apiVersion: '2025-02-19', apiHost: location.origin },
    // The same perspective as in Sanity's factory: returns drafts and published documents.
    perspective: 'raw',
    requestTagPrefix: 'sanity.studio',
  })
  const state = defer(() => from(refresh())).pipe(
    switchMap(() => combineLatest([session, signInLink])),
    map(([current, link]) => (link || current.state === 'signed-out' ? null : current.user)),
    // The Studio treats each value as a new user. It would load everything again, and the open form would lose
    // unsaved edits.
    distinctUntilChanged((a, b) => a?.id === b?.id),
    map((currentUser) => ({ authenticated: currentUser !== null, currentUser, client })),
    shareReplay(1),
  )
  return { state, LoginComponent: SignInPage, logout: signOut }
}

/**
 * Returns the workspace options for the embedded content lake on this page's host. Features that need Sanity's hosts
 * are turned off.
 */
export function embeddedWorkspace(connection: Connection): Partial<WorkspaceOptions> {
  return {
    apiHost: location.origin,
    auth: embeddedAuthStore(connection),
    studio: {
      components: {
        layout: (props) => (
          <SessionDialog>
            <UploadReasons>
              <TasksForWriters>{props.renderDefault(props)}</TasksForWriters>
            </UploadReasons>
          </SessionDialog>
        ),
      },
    },
    announcements: { enabled: false },
    apps: { canvas: { enabled: false } },
    beta: { eventsAPI: { documents: false, releases: false } },
    i18n: { bundles: [uploadLabels, releaseLabels] },
    document: {
      // Only people who write content can read comments.
      comments: { enabled: mayWriteContent },
      // Only administrators can change a role, so nobody can ask for edit access.
      askToEdit: { enabled: false },
    },
    mediaLibrary: { enabled: false },
    scheduledPublishing: { enabled: false },
    tasks: { enabled: true },
  }
}
