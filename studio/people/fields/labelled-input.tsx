import { Label, Stack, TextInput } from '@sanity/ui'
import type { ComponentProps } from 'react'

interface LabelledInputProps extends Omit<ComponentProps<typeof TextInput>, 'label'> {
  id: string
  label: string
}

/** A field with its label above it. */
export function LabelledInput({ label, ...input }: LabelledInputProps) {
  return (
    <Stack space={3} flex={1}>
      <Label as="label" htmlFor={input.id} size={1}>
        {label}
      </Label>
      <TextInput {...input} />
    </Stack>
  )
}
