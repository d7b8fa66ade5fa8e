import { Button, Card, Label, Stack } from '@sanity/ui'
import { type FormEvent, useState } from 'react'
import { Choice, Note } from '../ui/controls.tsx'
import { FormRow, LabeledInput } from '../ui/labeled-input.tsx'
import type { Role } from './account-api.ts'

interface InviteFormProps {
  roles: readonly Role[]
  /** Creates an invitation. Resolves to false if it failed. */
  onInvite: (email: string, role: string) => Promise<boolean>
}

/** A form that invites a person by email, with a role. */
export function InviteForm({ roles, onInvite }: InviteFormProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('editor')
  const [busy, setBusy] = useState(false)
  const invite = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    if (await onInvite(email, role)) setEmail('')
    setBusy(false)
  }
  return (
    <Card as="form" border padding={4} radius={3} onSubmit={invite}>
      <Stack space={4}>
        <FormRow>
          <LabeledInput
            id="invite-email"
            label="Email to invite"
            type="email"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Stack space={3}>
            <Label as="label" htmlFor="invite-role" size={1}>
              Role
            </Label>
            <Choice
              id="invite-role"
              value={role}
              choices={roles.map(({ name, title }) => [name, title] as const)}
              aria-describedby="invite-role-description"
              onChange={(event) => setRole(event.currentTarget.value)}
            />
          </Stack>
          {/* Never disabled: a disabled button loses the focus, so the link dialog could not return the focus to it. */}
          <Button type="submit" text="Invite" aria-busy={busy} />
        </FormRow>
        <Note id="invite-role-description">
          {roles.find(({ name }) => name === role)?.description}
        </Note>
      </Stack>
    </Card>
  )
}
