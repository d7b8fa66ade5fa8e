import { Badge, Button, Card, Flex, Stack, Text } from '@sanity/ui'
import { useState } from 'react'
import { useCurrentUser } from 'sanity'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Choice } from '../inputs/choice.tsx'
import { at, type Person, type Role } from './account-api.ts'

interface PersonRowProps {
  person: Person
  roles: readonly Role[]
  onRole: (role: string) => Promise<boolean>
  onReset: () => Promise<boolean>
  onRemove: () => Promise<void>
}

/** A person, and what an administrator does with their account. */
export function PersonRow({ person, roles, onRole, onReset, onRemove }: PersonRowProps) {
  const { id, name, email, role, seen } = person
  const isMe = useCurrentUser()?.id === id
  const [confirming, setConfirming] = useState(false)
  /** The role that is to be theirs: by keyboard each one on the way to it is chosen for a moment. */
  const [wanted, setWanted] = useState<Role>()
  const [changing, setChanging] = useState(false)
  return (
    <Card as="li" border padding={4} radius={3}>
      <Flex gap={4} wrap="wrap" align="center">
        <Stack space={3} flex={1} style={{ minWidth: '12em' }}>
          <Flex gap={2} align="center">
            <Text weight="medium">{name}</Text>
            {isMe && <Badge tone="primary">You</Badge>}
          </Flex>
          <Text muted size={1} style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
          <Text muted size={1}>
            {seen ? `Last here ${at(seen)}` : 'Not here yet'}
          </Text>
        </Stack>
        <Flex gap={2} wrap="wrap">
          <Choice
            aria-label={`Role of ${name}`}
            value={wanted?.name ?? role}
            onChange={({ currentTarget }) =>
              setWanted(
                roles.find(
                  ({ name }) => name === currentTarget.value && currentTarget.value !== role,
                ),
              )
            }
          >
            {roles.every((one) => one.name !== role) && <option value={role}>{role}</option>}
            {roles.map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
          </Choice>
          {wanted && (
            <Button
              text="Change role"
              aria-label={`Change role: ${name}, ${wanted.title}`}
              tone="primary"
              onClick={() => setChanging(true)}
            />
          )}
          <Button
            text="Reset password"
            aria-label={`Reset the password of ${name}`}
            mode="ghost"
            onClick={() => void onReset()}
          />
          <Button
            text="Remove"
            aria-label={`Remove ${name}`}
            mode="ghost"
            tone="critical"
            onClick={() => setConfirming(true)}
          />
        </Flex>
      </Flex>
      {changing && wanted && (
        <ConfirmDialog
          title={`Change the role of ${name} to ${wanted.title}?`}
          text={`${wanted.description}. ${name} is signed out everywhere at once, and signs in again.`}
          button="Change"
          onConfirm={async () => {
            setChanging(false)
            if (await onRole(wanted.name)) setWanted(undefined)
          }}
          onClose={() => setChanging(false)}
        />
      )}
      {confirming && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          text={`${name} is signed out everywhere at once and can't come back without an invitation. The name stays in the history.`}
          button="Remove"
          isFinal
          onConfirm={async () => {
            setConfirming(false)
            await onRemove()
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </Card>
  )
}
