import { Button, Text } from '@sanity/ui'
import { Dialog } from 'halvi-staff-studio/ui'
import { declineReauthentication, session } from 'local-content-lake/studio'
import { useState } from 'react'
import { email, password, SignInForm } from './sign-in/form.tsx'
import { useLatest } from './use-latest.ts'

const reload = () => location.reload()

/**
 * Shows a sign-in dialog over the Studio when the session has expired. Edits in documents stay and are saved after the
 * sign-in. Tools keep their own unsaved input. Also asks for the password before actions that need a recent sign-in.
 */
export function SessionDialog() {
  const { state, user } = useLatest(session) ?? {}
  const [isDismissed, setDismissed] = useState(false)
  if (state === 'reauthenticating')
    return (
      <Dialog
        id="reauthenticate"
        header="Confirm your password"
        zOffset={10_000}
        onClose={declineReauthentication}
      >
        <Text size={1}>
          You signed in more than 12 hours ago. To continue, enter your password.
        </Text>
        <SignInForm fields={[password]} button="Continue" path="reauthenticate" />
        <Button text="Cancel" mode="bleed" onClick={declineReauthentication} />
      </Dialog>
    )
  if (state === 'expired')
    return (
      <Dialog id="session-expired" header="Your session has ended" zOffset={10_000}>
        <Text size={1}>
          Sign in to continue. Your changes are kept and will be saved after you sign in.
        </Text>
        <SignInForm
          fields={[{ ...email, value: user?.email ?? '' }, password]}
          button="Sign in"
          path="login"
        />
        <Button text="Discard changes and use another account" mode="bleed" onClick={reload} />
      </Dialog>
    )
  if (state !== 'role-changed' || isDismissed) return null
  return (
    <Dialog id="role-changed" header="Your role has changed" onClose={() => setDismissed(true)}>
      <Text size={1}>
        You are now signed in as {user?.roles.map(({ title }) => title).join(', ')}. Changes that
        this role allows were saved. Copy anything else that you want to keep before you reload.
      </Text>
      <Button text="Reload" tone="primary" onClick={reload} />
      <Button text="Not now" mode="bleed" onClick={() => setDismissed(true)} />
    </Dialog>
  )
}
