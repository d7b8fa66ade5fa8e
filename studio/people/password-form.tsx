import { Button, Card, Flex, Stack, Text } from '@sanity/ui'
import { type FormEvent, useState } from 'react'
import { useTried } from '../use-tried.ts'
import { messageOf, useAccounts } from './account-api.ts'
import { LabelledInput } from './fields/labelled-input.tsx'
import { Problem } from './problem.tsx'

/** Changes a person's own password. */
export function PasswordForm({ email }: { email: string }) {
  const { post } = useAccounts()
  const [state, setState] = useState<'changed' | { problem: string }>()
  const [busy, setBusy] = useState(false)
  const { tried, isRight, forget } = useTried()
  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!isRight(form)) return
    const data = new FormData(form)
    setBusy(true)
    try {
      await post('/account/password', {
        former: data.get('former'),
        password: data.get('password'),
      })
      form.reset()
      forget()
      setState('changed')
    } catch (error) {
      setState({ problem: messageOf(error) })
    }
    setBusy(false)
  }
  return (
    <form onSubmit={change}>
      <Stack space={4}>
        {/* Tells a password manager whose password it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <LabelledInput
          id="account-former"
          name="former"
          label="Your present password"
          type="password"
          autoComplete="current-password"
          required={tried}
          aria-required
        />
        <LabelledInput
          id="account-password"
          name="password"
          label="A new password"
          type="password"
          autoComplete="new-password"
          required={tried}
          aria-required
          {...(tried && { minLength: 12 })}
          maxLength={400}
          aria-describedby="account-password-hint"
        />
        <Text id="account-password-hint" muted size={1}>
          12 characters or more. Your other browsers are signed out.
        </Text>
        <Problem message={typeof state === 'object' ? state.problem : undefined} />
        {state === 'changed' && (
          <Card role="status" tone="positive" padding={3} radius={2}>
            <Text size={1}>The password is changed.</Text>
          </Card>
        )}
        <Flex>
          <Button type="submit" text="Change the password" mode="ghost" disabled={busy} />
        </Flex>
      </Stack>
    </form>
  )
}
