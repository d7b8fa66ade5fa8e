import { Badge, Button, Flex, Text } from '@sanity/ui'
import { useState } from 'react'
import { useCurrentUser } from 'sanity'
import { asSentence } from '../staff-request.ts'
import { Choice } from '../ui/controls.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { ListCard } from '../ui/tool-page.tsx'
import { type Person, type Role, timeText } from './account-api.ts'

interface PersonRowProps {
  person: Person
  roles: readonly Role[]
  onRole: (role: string) => Promise<boolean>
  onReset: () => Promise<boolean>
  onRemove: () => Promise<void>
}

/** A staff member, with the actions that administrators have for the account. */
export function PersonRow({ person, roles, onRole, onReset, onRemove }: PersonRowProps) {
  const { id, name, email, role, seen } = person
  const isMe = useCurrentUser()?.id === id
  const [asking, setAsking] = useState<'role' | 'removal'>()
  /** The selected role. It needs a confirmation, because arrow keys select each role on the way to the intended one. */
  const [selectedRole, setSelectedRole] = useState<Role>()
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
      notes={[email, seen ? `Last active ${timeText(seen)}` : 'Never signed in']}
    >
      <Choice
        aria-label={`Role for ${name}`}
        value={selectedRole?.name ?? role}
        choices={isKnown ? choices : [[role, role], ...choices]}
        onChange={({ currentTarget: { value } }) =>
          setSelectedRole(roles.find((one) => one.name === value && value !== role))
        }
      />
      {selectedRole && (
        <Button
          text="Change role"
          aria-label={`Change role: ${name}, ${selectedRole.title}`}
          tone="primary"
          onClick={() => setAsking('role')}
        />
      )}
      <Button
        text="Reset password"
        aria-label={`Reset password for ${name}`}
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
      {asking === 'role' && selectedRole && (
        <ConfirmDialog
          title={`Change ${name}’s role to ${selectedRole.title}?`}
          text={`${asSentence(selectedRole.description)} ${name} will be signed out everywhere and must sign in again.`}
          button="Change"
          onConfirm={async () => {
            if (await onRole(selectedRole.name)) setSelectedRole(undefined)
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'removal' && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          text={`${name} will be signed out everywhere and needs a new invitation to come back. Their name stays in the edit history.`}
          button="Remove"
          isFinal
          onConfirm={onRemove}
          onClose={() => setAsking(undefined)}
        />
      )}
    </ListCard>
  )
}
