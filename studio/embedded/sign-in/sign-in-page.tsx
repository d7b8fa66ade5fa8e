import { Note } from 'halvi-staff-studio/ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { signInLink } from '../sign-in-link.ts'
import { LinkPage } from './link-page.tsx'
import { FormPage, InvalidLink } from './page.tsx'
import { emailField, newPassword, passwordField, yourName } from './sign-in-form.tsx'

/** The page for people who are not signed in or who opened a sign-in link. */
export function SignInPage() {
  const link = useSyncExternalStore(subscribe, () => signInLink.value)
  const [setupToken, setSetupToken] = useState<string>()
  const [needsSetup, setNeedsSetup] = useState<boolean>()
  useEffect(() => {
    fetch('/v1/auth/setup')
      .then((response) => response.json())
      // If the request fails, assumes that a setup link is valid. The server checks it when it is used.
      .catch(() => ({ needed: signInLink.value?.kind === 'setup' }))
      .then(({ needed }) => setNeedsSetup(needed === true))
  }, [])

  if (link && link.kind !== 'setup') return <LinkPage link={{ ...link, kind: link.kind }} />
  if (needsSetup === undefined) return null
  if (link && !needsSetup) {
    return (
      <InvalidLink text="It’s been used or isn’t needed: the first account already exists. Sign in with your account." />
    )
  }
  const token = setupToken ?? link?.token
  if (token) return <FirstAccount token={token} />
  return needsSetup ? <ServerPassword onSetup={setSetupToken} /> : <SignIn />
}

function subscribe(onChange: () => void): () => void {
  const subscription = signInLink.subscribe(onChange)
  return () => subscription.unsubscribe()
}

const SignIn = () => (
  <FormPage
    title="Sign in to edit the site"
    text="No account or forgot your password? Ask an administrator for a link."
    fields={[emailField, passwordField]}
    button="Sign in"
    entry={({ email, password }) => ({ path: 'login', email, password })}
  />
)

/** The sign-in page while there are no accounts. The operator signs in with the server password. */
const ServerPassword = ({ onSetup }: { onSetup: (token: string) => void }) => (
  <FormPage
    title="Enter the server password"
    text="No account yet. When the server starts, it prints where its password is and a one-time sign-in link. Your content is safe."
    fields={[passwordField]}
    button="Continue"
    entry={({ password }) => ({ path: 'login', password })}
    onSetup={onSetup}
  />
)

const FirstAccount = ({ token }: { token: string }) => (
  <FormPage
    title="Create the first account"
    text="You’ll be an administrator and can invite others. After this, the server password no longer works."
    fields={[yourName, emailField, newPassword]}
    button="Create account"
    entry={(values) => ({ path: 'setup', token, ...values })}
  >
    <Note>You’ll sign in with this email and password.</Note>
  </FormPage>
)
