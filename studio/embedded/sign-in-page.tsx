import { Box, Heading, Stack, Text } from '@sanity/ui'
import { SignInForm } from './sign-in-form.tsx'

/** What the Studio shows, in a card of its own, to those who are not signed in. */
export function SignInPage() {
  return (
    <Box padding={4}>
      <Stack space={5}>
        <Stack space={4}>
          <Heading as="h1" size={1}>
            Sign in to edit the site
          </Heading>
          <Text muted size={1}>
            The server names the place of the password each time it starts, along with a link that
            signs in by itself.
          </Text>
        </Stack>
        <SignInForm button="Sign in" />
      </Stack>
    </Box>
  )
}
