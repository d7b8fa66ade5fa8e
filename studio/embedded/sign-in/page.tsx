import { Box, Button, Heading, Stack, Text } from '@sanity/ui'
import { asSentence } from 'halvi-staff-studio'
import { Note } from 'halvi-staff-studio/ui'
import { askLogin, session } from 'local-content-lake/studio'
import { useEffect, useState } from 'react'
import { useLatest } from '../use-latest.ts'
import {
  email,
  newPassword,
  password,
  SignInForm,
  type SignInFormProps,
  yourName,
} from './form.tsx'
import { type SignInLink, signInLink } from './link.ts'

/** The server's information about a link, or about a site without accounts. */
interface LinkInfo {
  needed?: boolean
  email?: string
  name?: string
  role?: string
  /** The reason if the request failed. */
  message?: string
}

/** The title, text, and form of a page. Without a form, the page leads to the Studio. */
interface PageText {
  title: string
  text: string
  form?: SignInFormProps
}

/** The page for people who are not signed in or who opened a sign-in link. Opening a link does not use it up. */
export function SignInPage() {
  const link = useLatest(signInLink)
  const user = useLatest(session)?.user
  const [setup, setSetup] = useState<string>()
  const [about, setAbout] = useState<LinkInfo>()
  useEffect(() => {
    setAbout(undefined)
    lookUp(link).then(setAbout)
  }, [link])

  if (!about) return null
  const { title, text, form } = contentOf(about, link, setup)
  const isOther = form && user && about.email && user.email !== about.email
  return (
    <Box padding={4}>
      <Stack space={5}>
        <Stack space={4}>
          <Heading as="h1" size={1}>
            {title}
          </Heading>
          <Note>{text}</Note>
        </Stack>
        {form && <SignInForm key={form.path} {...form} onSetup={setSetup} />}
        {isOther && (
          <Text size={1}>
            You’re signed in as <bdi>{user.name}</bdi>. If you use this link, you’ll be signed out
            of that account.
          </Text>
        )}
        {(isOther || !form) && (
          <Button
            text={isOther ? 'Stay signed in' : 'Go to the Studio'}
            mode="ghost"
            onClick={() => signInLink.next(undefined)}
          />
        )}
      </Stack>
    </Box>
  )
}

const lookUp = (link: SignInLink | undefined) =>
  link && link.kind !== 'setup'
    ? askLogin<LinkInfo>(link.kind, { token: link.token })
    : askLogin<LinkInfo>('setup')

function contentOf(
  about: LinkInfo,
  link: SignInLink | undefined,
  setup: string | undefined,
): PageText {
  const { kind, token } = link ?? {}
  const fixedEmail = { ...email, value: about.email ?? '' }
  const invalid = { title: 'This link no longer works' }
  if (about.message && kind) return { ...invalid, text: asSentence(about.message) }
  if (kind === 'reset')
    return {
      title: `Choose a new password, ${about.name}`,
      text: 'Changing it signs you out everywhere.',
      form: {
        path: 'reset/accept',
        token,
        button: 'Change password',
        fields: [fixedEmail, newPassword],
      },
    }
  if (kind === 'invitation')
    return {
      title: 'You’re invited',
      text: `You’ve been invited to work on this site as ${about.role}. Enter your name and choose a password.`,
      form: {
        path: 'invitation/accept',
        token,
        button: 'Join',
        fields: [fixedEmail, yourName, newPassword],
      },
    }
  if (kind && !about.needed)
    return {
      ...invalid,
      text: 'It’s been used or isn’t needed: the first account already exists. Sign in with your account.',
    }
  if (kind || setup)
    return {
      title: 'Create the first account',
      text: 'You’ll be an administrator and can invite others. You’ll sign in with this email and password: the server password no longer works then.',
      form: {
        path: 'setup',
        token: setup ?? token,
        button: 'Create account',
        fields: [yourName, email, newPassword],
      },
    }
  if (about.needed)
    return {
      title: 'Enter the server password',
      text: 'No account yet. When the server starts, it prints where its password is and a one-time sign-in link. Your content is safe.',
      form: { path: 'login', button: 'Continue', fields: [password] },
    }
  return {
    title: 'Sign in to edit the site',
    text: 'No account or forgot your password? Ask an administrator for a link.',
    form: { path: 'login', button: 'Sign in', fields: [email, password] },
  }
}
