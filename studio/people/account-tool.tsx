import { Card, Container, Heading, Stack, Text } from '@sanity/ui'
import { useCurrentUser } from 'sanity'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'

/** A person's own account. */
export default function AccountTool() {
  const user = useCurrentUser()
  if (!user) return null
  const role = user.roles.map(({ title }) => title).join(', ')
  return (
    <Card height="fill" overflow="auto" data-testid="account-tool">
      <Container width={1}>
        <Stack
          space={6}
          paddingX={4}
          paddingY={5}
          style={{ gridTemplateColumns: 'minmax(0, 1fr)' }}
        >
          <Stack space={4}>
            <Heading as="h1" size={2}>
              Your account
            </Heading>
            <Text muted size={1}>
              {user.email}, {role}
            </Text>
          </Stack>
          <NameForm name={user.name} />
          <PasswordForm email={user.email} />
          <Sessions />
        </Stack>
      </Container>
    </Card>
  )
}
