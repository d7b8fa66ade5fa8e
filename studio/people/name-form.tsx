import { Button, Stack, Text } from '@sanity/ui'
import { type FormEvent, useState } from 'react'
import { messageOf, useAccounts } from './account-api.ts'
import { FormRow } from './fields/form-row.tsx'
import { LabelledInput } from './fields/labelled-input.tsx'
import { Problem } from './problem.tsx'

/** Changes how a person is called; the Studio is loaded anew to say so everywhere. */
export function NameForm({ name: present }: { name: string }) {
  const { post } = useAccounts()
  const [name, setName] = useState(present)
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
          <LabelledInput
            id="account-name"
            label="Your name"
            autoComplete="name"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" text="Change the name" mode="ghost" disabled={name === present} />
        </FormRow>
        <Text muted size={1}>
          The history of the content says it, and the others who work here see it.
        </Text>
        <Problem message={problem} />
      </Stack>
    </form>
  )
}
