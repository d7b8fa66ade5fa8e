import { Button, Text } from '@sanity/ui'
import { Dialog } from 'halvi-staff-studio/ui'
import { type ReactNode, useState } from 'react'
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
      {current?.state === 'role-changed' && (
        <RoleDialog role={current.user.roles.map(({ title }) => title).join(', ')} />
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

/** Shows that the user's role has changed, before the page is loaded for the new role. */
function RoleDialog({ role }: { role: string }) {
  const [isOpen, setIsOpen] = useState(true)
  if (!isOpen) return null
  return (
    <Dialog id="role-changed" header="Your role has changed" onClose={() => setIsOpen(false)}>
      <Text size={1}>
        You are now signed in as {role}. Changes that this role allows were saved. Copy anything
        else that you want to keep before you reload.
      </Text>
      <Button text="Reload" tone="primary" onClick={() => location.reload()} />
      <Button text="Not now" mode="bleed" onClick={() => setIsOpen(false)} />
    </Dialog>
  )
}
