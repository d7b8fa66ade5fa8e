import { useToast } from '@sanity/ui'
import { mayEdit, messageOf } from 'halvi-staff-studio'
import { lakeWorkspace, session, uploadErrors } from 'local-content-lake/studio'
import { type ReactNode, useEffect } from 'react'
import { map } from 'rxjs'
import { useCurrentUser, type WorkspaceOptions } from 'sanity'
import { TasksEnabledContext } from 'sanity/_singletons'
import type { Connection } from '../connection.ts'
import { releaseLabels, uploadLabels } from '../labels.ts'
import { SessionDialog } from './session-dialog.tsx'
import { signInLink, takeSignInLink } from './sign-in/link.ts'
import { SignInPage } from './sign-in/page.tsx'

/** Returns the workspace options for the embedded content lake and the accounts of this site. */
export function embeddedWorkspace({ projectId, dataset }: Connection): Partial<WorkspaceOptions> {
  takeSignInLink()
  // The link was opened in a tab that already shows the Studio.
  addEventListener('hashchange', takeSignInLink)
  return {
    ...lakeWorkspace({
      ...{ projectId, dataset, LoginComponent: SignInPage },
      showsLogin: signInLink.pipe(map((link) => link !== undefined)),
      // Ends the preview, which has a separate cookie and shows drafts.
      beforeSignOut: () => fetch('/preview/disable', { method: 'POST', redirect: 'manual' }),
    }),
    studio: { components: { layout: (props) => <Layout>{props.renderDefault(props)}</Layout> } },
    i18n: { bundles: [uploadLabels, releaseLabels] },
    document: {
      // Only people who write content can read comments.
      comments: { enabled: () => mayEdit(session.value?.user ?? null) },
      // Only administrators can change a role, so nobody can ask for edit access.
      askToEdit: { enabled: false },
    },
  }
}

const tasksOff = { enabled: false, mode: null } as const

/**
 * Shows dialogs about the session, and why an upload failed: Sanity's own message does not contain the server's reason.
 * Hides tasks from people who only read, because Sanity reads its own setting before it knows the user.
 */
function Layout({ children }: { children: ReactNode }) {
  const user = useCurrentUser()
  const { push } = useToast()
  useEffect(() => {
    const shown = uploadErrors.subscribe((error) => {
      const description = messageOf(error)
      push({ status: 'error', title: 'Could not upload the file', description, duration: 15_000 })
    })
    return () => shown.unsubscribe()
  }, [push])
  return (
    <>
      {mayEdit(user) ? (
        children
      ) : (
        <TasksEnabledContext.Provider value={tasksOff}>{children}</TasksEnabledContext.Provider>
      )}
      <SessionDialog />
    </>
  )
}
