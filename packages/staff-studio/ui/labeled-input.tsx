import { Flex, Label, Stack, TextInput } from '@sanity/ui'
import type { ComponentProps, ReactNode } from 'react'

/** Inputs with their button in one row, or in one column on small screens. */
export const FormRow = ({ children }: { children: ReactNode }) => (
  <Flex gap={3} direction={['column', 'column', 'row']} align={['stretch', 'stretch', 'flex-end']}>
    {children}
  </Flex>
)

interface LabeledInputProps extends Omit<ComponentProps<typeof TextInput>, 'label'> {
  id: string
  label: string
}

/** A text input with its label above it. */
export const LabeledInput = ({ label, ...input }: LabeledInputProps) => (
  <Stack space={3} flex={1}>
    <Label as="label" htmlFor={input.id} size={1}>
      {label}
    </Label>
    <TextInput {...input} />
  </Stack>
)
