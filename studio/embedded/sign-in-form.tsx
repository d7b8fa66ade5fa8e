import { Button, Card, Label, Stack, Text, TextInput } from '@sanity/ui'
import { type FormEvent, useState } from 'react'
import { type SignIn, signIn } from './session.ts'

/** Asks for the password, says what is wrong with it, and is gone once the session has begun. */
export function SignInForm({ button }: { button: string }) {
  const [result, setResult] = useState<SignIn>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setResult(await signIn(String(new FormData(form).get('password'))))
    setBusy(false)
    form.querySelector('input')?.select()
  }

  const problem = result && problemOf(result)
  return (
    <form onSubmit={submit}>
      <Stack space={4}>
        <Stack space={3}>
          <Label as="label" htmlFor="studio-password" size={1}>
            Password
          </Label>
          <TextInput
            id="studio-password"
            name="password"
            type="password"
            autoComplete="current-password"
            autoFocus
            required
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'studio-password-problem' : undefined}
          />
        </Stack>
        {problem && (
          <Card id="studio-password-problem" role="alert" tone="critical" padding={3} radius={2}>
            <Text size={1}>{problem}</Text>
          </Card>
        )}
        <Button type="submit" text={button} tone="primary" disabled={busy} loading={busy} />
      </Stack>
    </form>
  )
}

function problemOf(result: SignIn): string | undefined {
  switch (result.outcome) {
    case 'signed-in':
      return undefined
    case 'wrong-password':
      return 'This password is wrong.'
    case 'too-many': {
      const { seconds } = result
      const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
      return `There were too many tries. Please try again in ${time}.`
    }
    case 'failed':
      return 'The server did not answer. Please try again.'
  }
}
