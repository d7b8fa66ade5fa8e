import { Button, Stack } from '@sanity/ui'
import { asSentence } from 'halvi-staff-studio'
import { LabeledInput, Note, Problem, useFormCheck } from 'halvi-staff-studio/ui'
import { type FormEvent, useState } from 'react'
import { type SignInRequest, type SignInResult, signIn } from '../session.ts'

/** A field of a sign-in form. */
export interface SignInField {
  name: 'name' | 'email' | 'password'
  label: string
  /** The autocomplete value for password managers. */
  autoComplete: string
  hint?: string
  /** A fixed value. The field is read-only. */
  value?: string
}

export interface SignInFormProps {
  fields: readonly SignInField[]
  button: string
  /** Returns the request to sign in with the values of the fields. */
  entry: (values: Record<SignInField['name'], string>) => SignInRequest
  /** Called with the setup token if the server password was correct. */
  onSetup?: (token: string) => void
}

/** A sign-in form. It shows errors. After a successful sign-in, the Studio replaces it. */
export function SignInForm({ fields, button, entry, onSetup }: SignInFormProps) {
  const [result, setResult] = useState<SignInResult>()
  const [busy, setBusy] = useState(false)
  const { isSubmitted, check } = useFormCheck()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!check(form)) return
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
            <LabeledInput
              id={`entry-${name}`}
              label={label}
              name={name}
              type={name === 'password' || (name === 'email' && isSubmitted) ? name : 'text'}
              {...(name === 'email' && { inputMode: name })}
              autoComplete={autoComplete}
              autoFocus={index === first}
              required={isSubmitted}
              aria-required
              {...(value !== undefined && { value, readOnly: true })}
              {...(name === 'password' && hint && isSubmitted && { minLength: 12 })}
              maxLength={{ name: 100, email: 254, password: 400 }[name]}
              aria-invalid={problem ? true : undefined}
              aria-describedby={`entry-problem${hint ? ` entry-${name}-hint` : ''}`}
            />
            {hint && <Note id={`entry-${name}-hint`}>{hint}</Note>}
          </Stack>
        ))}
        <Problem id="entry-problem" message={problem} />
        <Button type="submit" text={button} disabled={busy} loading={busy} />
      </Stack>
    </form>
  )
}

export const emailField: SignInField = {
  name: 'email',
  label: 'Email',
  autoComplete: 'username',
}

export const passwordField: SignInField = {
  name: 'password',
  label: 'Password',
  autoComplete: 'current-password',
}

/** The field for a new password. */
export const newPassword: SignInField = {
  name: 'password',
  label: 'Password',
  autoComplete: 'new-password',
  hint: 'At least 12 characters. Several words are easy to remember.',
}

export const yourName: SignInField = {
  name: 'name',
  label: 'Your name',
  autoComplete: 'name',
  hint: 'Shown in the edit history.',
}

function problemOf(result: SignInResult): string | undefined {
  switch (result.outcome) {
    case 'signed-in':
    case 'setup':
      return undefined
    case 'wrong-password':
      return 'The email or password is wrong.'
    case 'rejected':
      return asSentence(result.message)
    case 'too-many': {
      const { seconds } = result
      const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
      return `Too many attempts. Try again in ${time}.`
    }
    case 'failed':
      return 'Can’t reach the server. Please try again.'
  }
}
