import { Box, Button, Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import { Dialog } from '../dialog.tsx'
import { declineReauthentication } from './session.ts'
import { EntryForm } from './sign-in/entry-form.tsx'
import { useSession } from './use-session.ts'

/**
 * Asks for the same person's password over what is open when the session has ended. What was typed into a
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
          width={0}
          zOffset={10_000}
          onClose={declineReauthentication}
        >
          <Box padding={4}>
            <Stack space={4}>
              <Text size={1}>You signed in more than 12 hours ago. This needs your password.</Text>
              <EntryForm
                fields={[{ name: 'password', label: 'Password', autoComplete: 'current-password' }]}
                button="Go on"
                entry={({ password }) => ({ path: 'reauthenticate', password })}
              />
              <Button text="Cancel" mode="bleed" onClick={declineReauthentication} />
            </Stack>
          </Box>
        </Dialog>
      )}
      {expired && (
        <Dialog id="session-expired" header="Your session has ended" width={0} zOffset={10_000}>
          <Box padding={4}>
            <Stack space={4}>
              <Text size={1}>
                Sign in to go on. What you typed is kept, and what was being saved is saved then.
              </Text>
              <EntryForm
                fields={[
                  {
                    name: 'email',
                    label: 'E-mail address',
                    autoComplete: 'username',
                    value: expired.email,
                  },
                  { name: 'password', label: 'Password', autoComplete: 'current-password' },
                ]}
                button="Go on"
                entry={({ password }) => ({ path: 'login', email: expired.email, password })}
              />
              <Button
                text="Leave, or sign in as somebody else"
                mode="bleed"
                onClick={() => location.reload()}
              />
            </Stack>
          </Box>
        </Dialog>
      )}
    </>
  )
}
