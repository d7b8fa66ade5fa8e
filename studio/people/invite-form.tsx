import { Button, Card, Label, Stack, Text } from '@sanity/ui'
import { type FormEvent, useState } from 'react'
import { Choice } from '../inputs/choice.tsx'
import type { Role } from './account-api.ts'
import { FormRow } from './fields/form-row.tsx'
import { LabelledInput } from './fields/labelled-input.tsx'

interface InviteFormProps {
  roles: readonly Role[]
  /** Resolves to whether the invitation was made. */
  onInvite: (email: string, role: string) => Promise<boolean>
}

/** Invites somebody by an address, in a role. */
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
  const { description } = roles.find(({ name }) => name === role) ?? {}
  return (
    <Card as="form" border padding={4} radius={3} onSubmit={invite}>
      <Stack space={4}>
        <FormRow>
          <LabelledInput
            id="invite-email"
            label="Invite by e-mail address"
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
              aria-describedby="invite-role-description"
              onChange={(event) => setRole(event.currentTarget.value)}
            >
              {roles.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </Choice>
          </Stack>
          {/* Not disabled meanwhile: that would take the focus away, which the dialog with the link gives back. */}
          <Button type="submit" text="Invite" aria-busy={busy} />
        </FormRow>
        <Text id="invite-role-description" muted size={1}>
          {description}
        </Text>
      </Stack>
    </Card>
  )
}
