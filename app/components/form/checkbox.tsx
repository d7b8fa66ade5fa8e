import { Choice } from './choice.tsx'
import { useFormField } from './form-context.ts'

interface CheckboxProps {
  name: string
  label: string
  /** Told to screen readers; the server's own message says it when it is not ticked. */
  required?: boolean
}

/** A checkbox by itself, of the `LeadForm` around it. */
export function Checkbox({ name, label, required }: CheckboxProps) {
  const { id, value, isWrong, errorId } = useFormField(name)
  return (
    <Choice
      type="checkbox"
      id={id}
      name={name}
      value="on"
      defaultChecked={value === 'on'}
      label={label}
      aria-required={required}
      errorId={errorId}
      isWrong={isWrong}
      hasFocus={isWrong}
    />
  )
}
