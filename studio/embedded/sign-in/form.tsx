import { Button, Stack } from '@sanity/ui'
import { asSentence } from 'halvi-staff-studio'
import { LabeledInput, Note, Problem, useFormCheck } from 'halvi-staff-studio/ui'
import { signIn } from 'local-content-lake/studio'
import { type FormEvent, useState } from 'react'
import { signInLink } from './link.ts'

interface SignInField {
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
  /** The path of the request after `auth/`. Its body has the values of the fields, and the token of a link. */
  path: string
  token?: string | undefined
  /** Called with the setup token if the server password was correct. */
  onSetup?: (token: string) => void
}

export const email: SignInField = { name: 'email', label: 'Email', autoComplete: 'username' }

export const password: SignInField = {
  ...{ name: 'password', label: 'Password', autoComplete: 'current-password' },
}

/** The field for a new password. */
export const newPassword: SignInField = {
  ...{ ...password, autoComplete: 'new-password' },
  hint: 'At least 12 characters. Several words are easy to remember.',
}

export const yourName: SignInField = {
  ...{ name: 'name', label: 'Your name', autoComplete: 'name' },
  hint: 'Shown in the edit history.',
}

const maxLength = { name: 100, email: 254, password: 400 }

/** A sign-in form. It shows errors. After a successful sign-in, the Studio replaces it. */
export function SignInForm({ fields, button, path, token, onSetup }: SignInFormProps) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { isSubmitted, check } = useFormCheck()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!check(form)) return
    setBusy(true)
    const result = await signIn(path, { token, ...Object.fromEntries(new FormData(form)) })
    setBusy(false)
    setProblem(result.message && asSentence(result.message))
    if (result.message) form.querySelector<HTMLInputElement>('[type=password]')?.select()
    else if (result.setup) onSetup?.(result.setup)
    else signInLink.next(undefined)
  }

  const first = fields.findIndex(({ value }) => value === undefined)
  return (
    <form onSubmit={submit}>
      <Stack space={4}>
        {fields.map(({ name, label, autoComplete, hint, value }, index) => (
          <Stack space={3} key={name}>
            <LabeledInput
              {...{ id: `entry-${name}`, label, name, autoComplete, maxLength: maxLength[name] }}
              type={name === 'password' || (name === 'email' && isSubmitted) ? name : 'text'}
              {...(name === 'email' && { inputMode: name })}
              {...(value !== undefined && { value, readOnly: true })}
              {...(hint && name === 'password' && isSubmitted && { minLength: 12 })}
              autoFocus={index === first}
              required={isSubmitted}
              aria-required
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
