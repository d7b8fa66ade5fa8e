import { Button, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { declineReauthentication } from './session.ts'
import { emailField, passwordField, SignInForm } from './sign-in/sign-in-form.tsx'
import { useSession } from './use-session.ts'

/**
 * Shows a sign-in dialog over the Studio when the session has expired. Edits in documents stay and are saved after the
 * sign-in. Tools keep their own unsaved input. Also asks for the password before actions that need a recent sign-in.
 */
export function SessionDialog({ children }: { children: ReactNode }) {
  const current = useSession()
  const expired = current?.state === 'expired' ? current.user : undefined
  return (
    <>
      {children}
      {current?.state === 'reauthenticating' && (
        <Dialog
          id="reauthenticate"
          header="Confirm your password"
          zOffset={10_000}
          onClose={declineReauthentication}
        >
          <Text size={1}>
            You signed in more than 12 hours ago. To continue, enter your password.
          </Text>
          <SignInForm
            fields={[passwordField]}
            button="Continue"
            entry={({ password }) => ({ path: 'reauthenticate', password })}
          />
          <Button text="Cancel" mode="bleed" onClick={declineReauthentication} />
        </Dialog>
      )}
      {expired && (
        <Dialog id="session-expired" header="Your session has ended" zOffset={10_000}>
          <Text size={1}>
            Sign in to continue. Your changes are kept and will be saved after you sign in.
          </Text>
          <SignInForm
            fields={[{ ...emailField, value: expired.email }, passwordField]}
            button="Sign in"
            entry={({ password }) => ({ path: 'login', email: expired.email, password })}
          />
          <Button
            text="Discard changes and use another account"
            mode="bleed"
            onClick={() => location.reload()}
          />
        </Dialog>
      )}
    </>
  )
}
