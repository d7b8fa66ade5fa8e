import { Box, Button, Heading, Stack } from '@sanity/ui'
import type { ReactNode } from 'react'
import { Note } from '../../ui/controls.tsx'
import { entryLink } from '../entry-link.ts'
import { EntryForm, type EntryFormProps } from './entry-form.tsx'

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
export const EntryPage = ({ title, text, children, ...form }: PageProps & EntryFormProps) => (
  <Page title={title} text={text}>
    <EntryForm {...form} />
    {children}
  </Page>
)

/** The page for an invalid link. */
export const UselessLink = ({ text }: { text: string }) => (
  <Page title="This link no longer works" text={text}>
    <Button text="Go to the Studio" mode="ghost" onClick={() => entryLink.next(undefined)} />
  </Page>
)
