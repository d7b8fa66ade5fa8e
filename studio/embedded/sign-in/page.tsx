import { Box, Heading, Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'

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
          <Text muted size={1}>
            {text}
          </Text>
        </Stack>
        {children}
      </Stack>
    </Box>
  )
}
