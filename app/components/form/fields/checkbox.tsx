import type { ReactNode } from 'react'
import { useFormField } from '../form-context.ts'
import { Choice } from './choice.tsx'
import { FieldError } from './field-error.tsx'

interface CheckboxProps {
  name: string
  label: string
  note?: ReactNode
  required?: boolean
}

/** A checkbox by itself, of the `LeadForm` around it. */
export function Checkbox({ name, label, note, required }: CheckboxProps) {
  const { id, value, error, errorId, hasFocus } = useFormField(name)
  return (
    <div className="grid gap-3">
      <FieldError id={errorId} error={error} />
      <Choice
        type="checkbox"
        id={id}
        name={name}
        value="on"
        defaultChecked={value === 'on'}
        label={label}
        note={note}
        required={required}
        errorId={errorId}
        isWrong={error !== undefined}
        hasFocus={hasFocus}
      />
    </div>
  )
}
