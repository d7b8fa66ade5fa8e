import { Button, Card, Flex, Stack, Text } from '@sanity/ui'
import { type FormEvent, useState } from 'react'
import { Note } from '../ui/controls.tsx'
import { FormRow, LabeledInput } from '../ui/labeled-input.tsx'
import { Problem } from '../ui/states.tsx'
import { useFormCheck } from '../ui/use-form-check.ts'
import { messageOf, usePost } from './account-api.ts'

/** A form that changes the user's name. It reloads the page to show the new name everywhere. */
export function NameForm({ name: current }: { name: string }) {
  const post = usePost()
  const [name, setName] = useState(current)
  const [problem, setProblem] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await post('/account/name', { name })
      location.reload()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <form onSubmit={save}>
      <Stack space={4}>
        <FormRow>
          <LabeledInput
            id="account-name"
            label="Your name"
            autoComplete="name"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" text="Change name" mode="ghost" disabled={name === current} />
        </FormRow>
        <Note>Shown in the edit history and to other staff.</Note>
        <Problem message={problem} />
      </Stack>
    </form>
  )
}

/** A form that changes the user's password. */
export function PasswordForm({ email }: { email: string }) {
  const post = usePost()
  const [state, setState] = useState<'changed' | { problem: string }>()
  const [busy, setBusy] = useState(false)
  const { isSubmitted, check, reset } = useFormCheck()
  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!check(form)) return
    const data = new FormData(form)
    setBusy(true)
    try {
      await post('/account/password', {
        former: data.get('former'),
        password: data.get('password'),
      })
      form.reset()
      reset()
      setState('changed')
    } catch (error) {
      setState({ problem: messageOf(error) })
    }
    setBusy(false)
  }
  const common = { type: 'password', required: isSubmitted, 'aria-required': true } as const
  return (
    <form onSubmit={change}>
      <Stack space={4}>
        {/* Lets password managers find the account. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <LabeledInput
          {...common}
          id="account-former"
          name="former"
          label="Current password"
          autoComplete="current-password"
        />
        <LabeledInput
          {...common}
          id="account-password"
          name="password"
          label="New password"
          autoComplete="new-password"
          {...(isSubmitted && { minLength: 12 })}
          maxLength={400}
          aria-describedby="account-password-hint"
        />
        <Note id="account-password-hint">
          At least 12 characters. Changing it signs you out in other browsers.
        </Note>
        <Problem message={typeof state === 'object' ? state.problem : undefined} />
        {state === 'changed' && (
          <Card role="status" tone="positive" padding={3} radius={2}>
            <Text size={1}>Password changed.</Text>
          </Card>
        )}
        <Flex>
          <Button type="submit" text="Change password" mode="ghost" disabled={busy} />
        </Flex>
      </Stack>
    </form>
  )
}
