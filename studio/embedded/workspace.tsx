import { type ClientConfig, createClient, type SanityClient } from '@sanity/client'
import { combineLatest, defer, distinctUntilChanged, from, map, shareReplay, switchMap } from 'rxjs'
import type { AuthStore, WorkspaceOptions } from 'sanity'
import type { Connection } from '../connection.ts'
import { uploadLabels } from '../ui/labels.ts'
import { entryLink } from './entry-link.ts'
import { retryThroughOutage } from './outage.ts'
import { refresh, retryAfterSignIn, session, signOut } from './session.ts'
import { SessionDialog } from './session-dialog.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'

/**
 * Returns a client of the content API on this page's own host. The Studio makes its clients with it, and
 * derives all others from them.
 */
const embeddedClient = (config: ClientConfig): SanityClient =>
  createClient({
    ...config,
    apiHost: location.origin,
    useProjectHostname: false,
    useCdn: false,
    withCredentials: true,
    _requestHandler: (request, send) =>
      retryAfterSignIn(() => retryThroughOutage(request.body, () => send(request))),
  })

/**
 * Returns what signs in with an account of this site's own instead of one at Sanity. An expired session
 * counts as signed in: Studio would otherwise close the document on which someone works, see
 * `SessionDialog`. A person who follows a link sees what it is for, even while somebody else is signed in here.
 */
function embeddedAuthStore({ projectId, dataset }: Connection): AuthStore {
  const client = embeddedClient({
    ...{ projectId, dataset, apiVersion: '2025-02-19' },
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

/**
 * Returns what a workspace needs to run on the content lake behind this page's own host, and without what
 * only Sanity's own hosts offer.
 */
export function embeddedWorkspace(connection: Connection): Partial<WorkspaceOptions> {
  return {
    apiHost: location.origin,
    auth: embeddedAuthStore(connection),
    unstable_clientFactory: embeddedClient,
    studio: {
      components: {
        layout: (props) => <SessionDialog>{props.renderDefault(props)}</SessionDialog>,
      },
    },
    announcements: { enabled: false },
    apps: { canvas: { enabled: false } },
    beta: { eventsAPI: { documents: false, releases: false } },
    i18n: { bundles: [uploadLabels] },
    // Nobody but an administrator here can give somebody another role.
    document: { comments: { enabled: false }, askToEdit: { enabled: false } },
    mediaLibrary: { enabled: false },
    releases: { enabled: false },
    scheduledDrafts: { enabled: false },
    scheduledPublishing: { enabled: false },
    tasks: { enabled: false },
  }
}
