import { Button, Card, Stack } from '@sanity/ui'
import { type FormEvent, useState } from 'react'
import { FormRow, LabeledInput } from '../ui/labeled-input.tsx'
import type { Role } from './account-api.ts'
import { RoleChoice } from './role-choice.tsx'

interface InviteFormProps {
  roles: readonly Role[]
  /** Creates an invitation. Resolves to false if it failed. */
  onInvite: (email: string, roles: readonly string[]) => Promise<boolean>
}

/** A form that invites a person by email, with roles. */
export function InviteForm({ roles, onInvite }: InviteFormProps) {
  const [email, setEmail] = useState('')
  const [chosen, setChosen] = useState(['editor'])
  const [busy, setBusy] = useState(false)
  const invite = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    if (await onInvite(email, chosen)) setEmail('')
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
          {/* Never disabled: a disabled button loses the focus, so the link dialog could not return the focus to it. */}
          <Button type="submit" text="Invite" aria-busy={busy} />
        </FormRow>
        <RoleChoice roles={roles} value={chosen} onChange={setChosen} />
      </Stack>
    </Card>
  )
}
