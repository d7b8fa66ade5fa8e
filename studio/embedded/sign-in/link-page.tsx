import { Button, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { type EntryLink, entryLink } from '../entry-link.ts'
import { useSession } from '../use-session.ts'
import { emailField, newPassword, yourName } from './entry-form.tsx'
import { EntryPage, UselessLink } from './page.tsx'

/** What a link is good for, as the server tells it, or why it is of no use. */
type About =
  | { email: string; role: string; name?: undefined }
  | { email: string; name: string; role?: undefined }
  | { message: string }

interface LinkPageProps {
  link: EntryLink & { kind: 'invitation' | 'reset' }
}

/** Where an invitation, or a link for another password, leads. To look at it does not use it up. */
export function LinkPage({ link }: LinkPageProps) {
  const { kind, token } = link
  const [about, setAbout] = useState<About>()
  useEffect(() => {
    setAbout(undefined)
    lookUp(kind, token).then(setAbout, () =>
      setAbout({ message: 'The server did not answer. Load the page again to try once more' }),
    )
  }, [kind, token])

  if (!about) return null
  if ('message' in about) return <UselessLink text={`${about.message}.`} />
  const email = { ...emailField, value: about.email }
  if (kind === 'reset') {
    return (
      <EntryPage
        title={`Another password for ${about.name}`}
        text="All browsers that were signed in with the former one are signed out."
        fields={[email, newPassword]}
        button="Change the password"
        entry={({ password }) => ({ path: 'reset/accept', token, password })}
      >
        <SomebodyElse email={about.email} />
      </EntryPage>
    )
  }
  return (
    <EntryPage
      title="You are invited"
      text={`To work on this site, as ${about.role}. Say who you are and choose a password.`}
      fields={[email, yourName, newPassword]}
      button="Join"
      entry={({ name, password }) => ({ path: 'invitation/accept', token, name, password })}
    >
      <SomebodyElse email={about.email} />
    </EntryPage>
  )
}

/** Tells who is signed in here, where the link is not for them, and lets them go on. */
function SomebodyElse({ email }: { email: string }) {
  const session = useSession()
  if (session?.state !== 'signed-in' || session.user.email === email) return null
  const { name } = session.user
  return (
    <>
      <Text size={1}>
        You are signed in as <bdi>{name}</bdi>; whoever goes on by this link takes your place in
        this browser.
      </Text>
      <Button text="Leave the link" mode="ghost" onClick={() => entryLink.next(undefined)} />
    </>
  )
}

async function lookUp(kind: 'invitation' | 'reset', token: string): Promise<About> {
  const response = await fetch(`/v1/auth/${kind}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  return await response.json()
}
