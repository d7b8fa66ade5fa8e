import { Box, Dialog, Stack, Text } from '@sanity/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { type Session, session } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

/**
 * Asks for the password over the open document when the session has ended. What was typed stays in
 * the form, and is saved as soon as the session goes on.
 */
export function SessionDialog({ children }: { children: ReactNode }) {
  const [state, setState] = useState<Session['state']>()
  useEffect(() => {
    const subscription = session.subscribe((current) => setState(current.state))
    return () => subscription.unsubscribe()
  }, [])
  return (
    <>
      {children}
      {state === 'expired' && (
        <Dialog id="session-expired" header="Your session has ended" width={0} zOffset={10_000}>
          <Box padding={4}>
            <Stack space={4}>
              <Text size={1}>
                Sign in to go on. What you typed is still here and is saved afterwards.
              </Text>
              <SignInForm button="Go on" />
            </Stack>
          </Box>
        </Dialog>
      )}
    </>
  )
}
