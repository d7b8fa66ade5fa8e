import { Button, Text } from '@sanity/ui'
import { asSentence } from 'halvi-staff-studio'
import { useEffect, useState } from 'react'
import { type SignInLink, signInLink } from '../sign-in-link.ts'
import { useSession } from '../use-session.ts'
import { FormPage, InvalidLink } from './page.tsx'
import { emailField, newPassword, yourName } from './sign-in-form.tsx'

/** The server's information about a link, or the reason why the link is invalid. */
type About =
  | { email: string; role: string; name?: undefined }
  | { email: string; name: string; role?: undefined }
  | { message: string }

interface LinkPageProps {
  link: SignInLink & { kind: 'invitation' | 'reset' }
}

/** The page of an invitation or a password reset link. Opening it does not use up the link. */
export function LinkPage({ link }: LinkPageProps) {
  const { kind, token } = link
  const [about, setAbout] = useState<About>()
  useEffect(() => {
    setAbout(undefined)
    lookUp(kind, token).then(setAbout, () =>
      setAbout({ message: 'Can’t reach the server. Reload the page to try again.' }),
    )
  }, [kind, token])

  if (!about) return null
  if ('message' in about) return <InvalidLink text={asSentence(about.message)} />
  const email = { ...emailField, value: about.email }
  if (kind === 'reset') {
    return (
      <FormPage
        title={`Choose a new password, ${about.name}`}
        text="Changing it signs you out everywhere."
        fields={[email, newPassword]}
        button="Change password"
        entry={({ password }) => ({ path: 'reset/accept', token, password })}
      >
        <OtherUserNotice email={about.email} />
      </FormPage>
    )
  }
  return (
    <FormPage
      title="You’re invited"
      text={`You’ve been invited to work on this site as ${about.role}. Enter your name and choose a password.`}
      fields={[email, yourName, newPassword]}
      button="Join"
      entry={({ name, password }) => ({ path: 'invitation/accept', token, name, password })}
    >
      <OtherUserNotice email={about.email} />
    </FormPage>
  )
}

/** A notice that another user is signed in, with a button to stay signed in and ignore the link. */
function OtherUserNotice({ email }: { email: string }) {
  const session = useSession()
  if (session?.state !== 'signed-in' || session.user.email === email) return null
  const { name } = session.user
  return (
    <>
      <Text size={1}>
        You’re signed in as <bdi>{name}</bdi>. If you use this link, you’ll be signed out of that
        account.
      </Text>
      <Button text="Stay signed in" mode="ghost" onClick={() => signInLink.next(undefined)} />
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
