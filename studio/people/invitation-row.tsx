import { Button, Card, Flex, Stack, Text } from '@sanity/ui'
import { at, type Invitation, type Role } from './account-api.ts'

interface InvitationRowProps {
  invitation: Invitation
  roles: readonly Role[]
  onNewLink: () => Promise<boolean>
  onRevoke: () => Promise<boolean>
}

/** Somebody who is invited and has not come yet. */
export function InvitationRow({ invitation, roles, onNewLink, onRevoke }: InvitationRowProps) {
  const { email, maker, expires } = invitation
  const role = roles.find(({ name }) => name === invitation.role)?.title ?? invitation.role
  const isOver = Date.parse(expires) <= Date.now()
  return (
    <Card as="li" border padding={4} radius={3} tone={isOver ? 'caution' : 'default'}>
      <Flex gap={4} wrap="wrap" align="center">
        <Stack space={3} flex={1} style={{ minWidth: '12em' }}>
          <Text style={{ overflowWrap: 'anywhere' }}>{email}</Text>
          <Text muted size={1}>
            {role}, invited by {maker}
          </Text>
          <Text muted size={1}>
            {isOver ? `The invitation ended ${at(expires)}` : `Invited until ${at(expires)}`}
          </Text>
        </Stack>
        <Flex gap={2} wrap="wrap">
          <Button
            text="New link"
            aria-label={`New link for ${email}`}
            mode="ghost"
            onClick={() => void onNewLink()}
          />
          <Button
            text="Revoke"
            aria-label={`Revoke the invitation of ${email}`}
            mode="ghost"
            tone="critical"
            onClick={() => void onRevoke()}
          />
        </Flex>
      </Flex>
    </Card>
  )
}
