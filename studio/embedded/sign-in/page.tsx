import { Box, Button, Heading, Stack } from '@sanity/ui'
import { Note } from 'halvi-staff-studio/ui'
import type { ReactNode } from 'react'
import { signInLink } from '../sign-in-link.ts'
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx'

interface PageProps {
  title: string
  text: string
  children?: ReactNode
}

/** A page for people who are not signed in. */
function Page({ title, text, children }: PageProps) {
  return (
    <Box padding={4}>
      <Stack space={5}>
        <Stack space={4}>
          <Heading as="h1" size={1}>
            {title}
          </Heading>
          <Note>{text}</Note>
        </Stack>
        {children}
      </Stack>
    </Box>
  )
}

/** A page with a sign-in form and optional content below it. */
export const FormPage = ({ title, text, children, ...form }: PageProps & SignInFormProps) => (
  <Page title={title} text={text}>
    <SignInForm {...form} />
    {children}
  </Page>
)

/** The page for an invalid link. */
export const InvalidLink = ({ text }: { text: string }) => (
  <Page title="This link no longer works" text={text}>
    <Button text="Go to the Studio" mode="ghost" onClick={() => signInLink.next(undefined)} />
  </Page>
)
