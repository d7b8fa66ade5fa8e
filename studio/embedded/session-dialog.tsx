import { Button, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { declineReauthentication } from './session.ts'
import { EntryForm, emailField, passwordField } from './sign-in/entry-form.tsx'
import { useSession } from './use-session.ts'

/**
 * Asks for the same person's password over what is open when the session is expired. What was typed into a
 * document stays there and is saved as soon as the session goes on; tools keep it themselves. Asks too
 * before something that needs the password again.
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
          header="Give your password again"
          zOffset={10_000}
          onClose={declineReauthentication}
        >
          <Text size={1}>You signed in more than 12 hours ago. This needs your password.</Text>
          <EntryForm
            fields={[passwordField]}
            button="Go on"
            entry={({ password }) => ({ path: 'reauthenticate', password })}
          />
          <Button text="Cancel" mode="bleed" onClick={declineReauthentication} />
        </Dialog>
      )}
      {expired && (
        <Dialog id="session-expired" header="Your session has ended" zOffset={10_000}>
          <Text size={1}>
            Sign in to go on. What you typed is kept, and what was being saved is saved then.
          </Text>
          <EntryForm
            fields={[{ ...emailField, value: expired.email }, passwordField]}
            button="Go on"
            entry={({ password }) => ({ path: 'login', email: expired.email, password })}
          />
          <Button
            text="Leave, or sign in as somebody else"
            mode="bleed"
            onClick={() => location.reload()}
          />
        </Dialog>
      )}
    </>
  )
}
