import { Badge, Button, Flex, Text } from '@sanity/ui'
import { useState } from 'react'
import { useCurrentUser } from 'sanity'
import { Choice } from '../ui/controls.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { ListCard } from '../ui/tool-page.tsx'
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
  const [asking, setAsking] = useState<'role' | 'removal'>()
  /** The role that is to be theirs: by keyboard each one on the way to it is chosen for a moment. */
  const [wanted, setWanted] = useState<Role>()
  const choices = roles.map((one) => [one.name, one.title] as const)
  const isKnown = roles.some((one) => one.name === role)
  return (
    <ListCard
      title={
        <Flex gap={2} align="center">
          <Text weight="medium">{name}</Text>
          {isMe && <Badge tone="primary">You</Badge>}
        </Flex>
      }
      notes={[email, seen ? `Last here ${at(seen)}` : 'Not here yet']}
    >
      <Choice
        aria-label={`Role of ${name}`}
        value={wanted?.name ?? role}
        choices={isKnown ? choices : [[role, role], ...choices]}
        onChange={({ currentTarget: { value } }) =>
          setWanted(roles.find((one) => one.name === value && value !== role))
        }
      />
      {wanted && (
        <Button
          text="Change role"
          aria-label={`Change role: ${name}, ${wanted.title}`}
          tone="primary"
          onClick={() => setAsking('role')}
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
        onClick={() => setAsking('removal')}
      />
      {asking === 'role' && wanted && (
        <ConfirmDialog
          title={`Change the role of ${name} to ${wanted.title}?`}
          text={`${wanted.description}. ${name} is signed out everywhere at once, and signs in again.`}
          button="Change"
          onConfirm={async () => {
            if (await onRole(wanted.name)) setWanted(undefined)
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'removal' && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          text={`${name} is signed out everywhere at once and can't come back without an invitation. The name stays in the history.`}
          button="Remove"
          isFinal
          onConfirm={onRemove}
          onClose={() => setAsking(undefined)}
        />
      )}
    </ListCard>
  )
}
