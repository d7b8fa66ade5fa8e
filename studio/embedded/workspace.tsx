import type { WorkspaceOptions } from 'sanity'
import type { Connection } from '../connection.ts'
import { uploadLabels } from '../labels.ts'
import { embeddedAuthStore } from './auth-store.ts'
import { embeddedClient } from './client.ts'
import { SessionDialog } from './session-dialog.tsx'

/**
 * What a workspace needs to run on the content lake behind this page's own host, and without what
 * only Sanity's own hosts offer.
 */
export function embeddedWorkspace({ projectId, dataset }: Connection): Partial<WorkspaceOptions> {
  return {
    apiHost: location.origin,
    auth: embeddedAuthStore(projectId, dataset),
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
