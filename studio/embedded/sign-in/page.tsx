import { Box, Button, Heading, Stack } from '@sanity/ui'
import type { ReactNode } from 'react'
import { Note } from '../../ui/controls.tsx'
import { entryLink } from '../entry-link.ts'

interface PageProps {
  title: string
  text: string
  children?: ReactNode
}

/** A page of those who are not in yet. */
export function Page({ title, text, children }: PageProps) {
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

/** The page of a link that can't be used. */
export const UselessLink = ({ text }: { text: string }) => (
  <Page title="This link leads no further" text={text}>
    <Button text="To the Studio" mode="ghost" onClick={() => entryLink.next(undefined)} />
  </Page>
)
