import { Button, Card, Label, Stack, Text, TextInput } from '@sanity/ui'
import { type FormEvent, useState } from 'react'
import { useTried } from '../../use-tried.ts'
import { type Entry, type SignIn, signIn } from '../session.ts'

/** A field of a form to come in by. */
export interface EntryField {
  name: 'name' | 'email' | 'password'
  label: string
  /** What a password manager is to fill in or keep. */
  autoComplete: string
  hint?: string
  /** Known already, and only shown. */
  value?: string
}

interface EntryFormProps {
  fields: readonly EntryField[]
  button: string
  /** What the fields, by their names, come in with. */
  entry: (values: Record<EntryField['name'], string>) => Entry
  /** Told of what is no failure of the form's: the password of the server was right. */
  onSetup?: (token: string) => void
}

/** Asks for what leads in, says what is wrong with it, and is gone once the session has begun. */
export function EntryForm({ fields, button, entry, onSetup }: EntryFormProps) {
  const [result, setResult] = useState<SignIn>()
  const [busy, setBusy] = useState(false)
  const { tried, isRight } = useTried()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!isRight(form)) return
    const data = new FormData(form)
    const value = (name: string) => String(data.get(name) ?? '')
    setBusy(true)
    const outcome = await signIn(
      entry({ name: value('name'), email: value('email'), password: value('password') }),
    )
    setBusy(false)
    if (outcome.outcome === 'setup') return onSetup?.(outcome.token)
    setResult(outcome)
    if (outcome.outcome === 'wrong-password') {
      form.querySelector<HTMLInputElement>('[type=password]')?.select()
    }
  }

  const first = fields.findIndex(({ value }) => value === undefined)
  const problem = result && problemOf(result)
  return (
    <form onSubmit={submit}>
      <Stack space={4}>
        {fields.map(({ name, label, autoComplete, hint, value }, index) => (
          <Stack space={3} key={name}>
            <Label as="label" htmlFor={`entry-${name}`} size={1}>
              {label}
            </Label>
            <TextInput
              id={`entry-${name}`}
              name={name}
              type={name === 'password' || (name === 'email' && tried) ? name : 'text'}
              {...(name === 'email' && { inputMode: name })}
              autoComplete={autoComplete}
              autoFocus={index === first}
              required={tried}
              aria-required
              {...(value !== undefined && { value, readOnly: true })}
              {...(name === 'password' && hint && tried && { minLength: 12 })}
              maxLength={{ name: 100, email: 254, password: 400 }[name]}
              aria-invalid={problem ? true : undefined}
              aria-describedby={`entry-problem${hint ? ` entry-${name}-hint` : ''}`}
            />
            {hint && (
              <Text id={`entry-${name}-hint`} muted size={1}>
                {hint}
              </Text>
            )}
          </Stack>
        ))}
        {problem && (
          <Card id="entry-problem" role="alert" tone="critical" padding={3} radius={2}>
            <Text size={1}>{problem}</Text>
          </Card>
        )}
        <Button type="submit" text={button} disabled={busy} loading={busy} />
      </Stack>
    </form>
  )
}

/** A password to be chosen. */
export const newPassword: EntryField = {
  name: 'password',
  label: 'A password of your own',
  autoComplete: 'new-password',
  hint: '12 characters or more; several words are easy to remember.',
}

export const yourName: EntryField = {
  name: 'name',
  label: 'Your name',
  autoComplete: 'name',
  hint: 'The history of the content says it.',
}

function problemOf(result: SignIn): string | undefined {
  switch (result.outcome) {
    case 'signed-in':
    case 'setup':
      return undefined
    case 'wrong-password':
      return 'This address or password is wrong.'
    case 'refused':
      return `${result.message}.`
    case 'too-many': {
      const { seconds } = result
      const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
      return `There were too many tries. Please try again in ${time}.`
    }
    case 'failed':
      return 'The server did not answer. Please try again.'
  }
}
