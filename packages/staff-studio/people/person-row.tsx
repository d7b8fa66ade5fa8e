import { Badge, Button, Flex, Text } from '@sanity/ui'
import { useState } from 'react'
import { useCurrentUser } from 'sanity'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { timeText } from '../ui/time.tsx'
import { ListCard } from '../ui/tool-page.tsx'
import type { Person, Role } from './account-api.ts'
import { RoleChoice, titlesOf } from './role-choice.tsx'

interface PersonRowProps {
  person: Person
  roles: readonly Role[]
  onRoles: (roles: readonly string[]) => Promise<boolean>
  onReset: () => Promise<boolean>
  onRemove: () => Promise<void>
}

/** A staff member, with the actions that administrators have for the account. */
export function PersonRow({ person, roles, onRoles, onReset, onRemove }: PersonRowProps) {
  const { id, name, email, seen } = person
  const isMe = useCurrentUser()?.id === id
  const [asking, setAsking] = useState<'roles' | 'removal'>()
  const close = () => setAsking(undefined)
  const [selected, setSelected] = useState(person.roles)
  return (
    <ListCard
      title={
        <Flex gap={2} align="center">
          <Text weight="medium">{name}</Text>
          {isMe && <Badge tone="primary">You</Badge>}
        </Flex>
      }
      notes={[
        `${email}, ${titlesOf(roles, person.roles)}`,
        seen ? `Last active ${timeText(seen)}` : 'Never signed in',
      ]}
    >
      <Button
        text="Change roles"
        aria-label={`Change roles of ${name}`}
        mode="ghost"
        onClick={() => {
          setSelected(person.roles)
          setAsking('roles')
        }}
      />
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
      {asking === 'roles' && (
        <Dialog
          id="roles"
          header={`Roles of ${name}`}
          width={1}
          onClose={close}
          buttons={[
            { mode: 'bleed', text: 'Cancel', onClick: close, autoFocus: true },
            {
              tone: 'primary',
              text: 'Change',
              disabled: selected.length === 0 || sameNames(selected, person.roles),
              onClick: () => {
                close()
                void onRoles(selected)
              },
            },
          ]}
        >
          <RoleChoice roles={roles} value={selected} onChange={setSelected} />
          <Text size={1}>{name} will be signed out everywhere and must sign in again.</Text>
        </Dialog>
      )}
      {asking === 'removal' && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          text={`${name} will be signed out everywhere and needs a new invitation to come back. Their name stays in the edit history.`}
          button="Remove"
          isFinal
          onConfirm={onRemove}
          onClose={close}
        />
      )}
    </ListCard>
  )
}

const sameNames = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name) => other.includes(name))
