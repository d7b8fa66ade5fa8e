import { useEffect, useState, useSyncExternalStore } from 'react'
import { Note } from '../../ui/controls.tsx'
import { entryLink } from '../entry-link.ts'
import { emailField, newPassword, passwordField, yourName } from './entry-form.tsx'
import { LinkPage } from './link-page.tsx'
import { EntryPage, UselessLink } from './page.tsx'

/** What the Studio shows, in a card of its own, to those who are not signed in or come by a link. */
export function SignInPage() {
  const link = useSyncExternalStore(subscribe, () => entryLink.value)
  const [setupToken, setSetupToken] = useState<string>()
  const [needsSetup, setNeedsSetup] = useState<boolean>()
  useEffect(() => {
    fetch('/v1/auth/setup')
      .then((response) => response.json())
      // Where the server does not say, its link does, and it is asked again when the link is used.
      .catch(() => ({ needed: entryLink.value?.kind === 'setup' }))
      .then(({ needed }) => setNeedsSetup(needed === true))
  }, [])

  if (link && link.kind !== 'setup') return <LinkPage link={{ ...link, kind: link.kind }} />
  if (needsSetup === undefined) return null
  if (link && !needsSetup) {
    return (
      <UselessLink text="It was used already, or is not needed any more: the first account has been made. Sign in with yours." />
    )
  }
  const token = setupToken ?? link?.token
  if (token) return <NameYourself token={token} />
  return needsSetup ? <ServerPassword onSetup={setSetupToken} /> : <SignIn />
}

function subscribe(onChange: () => void): () => void {
  const subscription = entryLink.subscribe(onChange)
  return () => subscription.unsubscribe()
}

const SignIn = () => (
  <EntryPage
    title="Sign in to edit the site"
    text="Whoever manages people here can invite you, or send you a link for another password."
    fields={[emailField, passwordField]}
    button="Sign in"
    entry={({ email, password }) => ({ path: 'login', email, password })}
  />
)

/** Nobody has an account: the person who runs the server signs in with its password. */
const ServerPassword = ({ onSetup }: { onSetup: (token: string) => void }) => (
  <EntryPage
    title="Begin with the password of the server"
    text="Nobody has an account here yet. The server names the place of its password each time it starts, along with a link that needs none. All content is kept."
    fields={[passwordField]}
    button="Go on"
    entry={({ password }) => ({ path: 'login', password })}
    onSetup={onSetup}
  />
)

const NameYourself = ({ token }: { token: string }) => (
  <EntryPage
    title="Make the first account"
    text="You will be an administrator, and can invite others. The password of the server lets nobody in afterwards."
    fields={[yourName, emailField, newPassword]}
    button="Make the account"
    entry={(values) => ({ path: 'setup', token, ...values })}
  >
    <Note>You will be signed in with the address and the password.</Note>
  </EntryPage>
)
