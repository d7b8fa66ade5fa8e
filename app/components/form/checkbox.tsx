import { getInputProps, useField } from '@conform-to/react'
import { Choice } from './choice.tsx'

interface CheckboxProps {
  name: string
  label: string
  /** Told to screen readers; the server's own message says it when it is not ticked. */
  required?: boolean
}

/** A checkbox by itself, of the `LeadForm` around it. */
export function Checkbox({ name, label, required }: CheckboxProps) {
  const [field, form] = useField<string>(name)
  const wrong = field.errors !== undefined
  const { id, ...input } = getInputProps(field, { type: 'checkbox' })
  return (
    <Choice
      {...input}
      key={field.key}
      id={id}
      label={label}
      aria-required={required}
      errorId={wrong ? form.errorId : undefined}
      wrong={wrong}
    />
  )
}
