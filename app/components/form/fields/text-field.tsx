import type { HTMLAttributes, HTMLInputAutoCompleteAttribute } from 'react'
import { useFormField } from '../form-context.ts'
import { FieldError } from './field-error.tsx'
import { FieldLabel } from './field-label.tsx'

interface TextFieldProps {
  name: string
  label: string
  type?: 'text' | 'email' | 'tel'
  required?: boolean
  hint?: string | null | undefined
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** The keyboard of a phone, where the type does not decide it. */
  inputMode?: HTMLAttributes<HTMLElement>['inputMode']
  /** More than one: a text area of so many lines. */
  rows?: number
}

/** A labelled text field of the `LeadForm` around it. */
export function TextField({ name, label, type = 'text', required, hint, ...rest }: TextFieldProps) {
  const { id, value, error, errorId, hasFocus } = useFormField(name)
  const { rows = 1, autoComplete, inputMode = type } = rest
  const hintId = hint ? `${id}-hint` : undefined
  const shared = {
    id,
    name,
    defaultValue: value,
    autoComplete,
    className: 'field',
    required,
    'aria-invalid': error && true,
    'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
    autoFocus: hasFocus,
  }
  return (
    <div className="grid content-start gap-2">
      <FieldLabel htmlFor={id} label={label} required={required} hint={hint} hintId={hintId} />
      <FieldError id={errorId} error={error} />
      {rows > 1 ? (
        <textarea {...shared} rows={rows} />
      ) : (
        <input
          {...shared}
          type={type}
          inputMode={inputMode}
          autoCapitalize={inputMode === 'url' ? 'none' : undefined}
          spellCheck={['email', 'url'].includes(inputMode) ? false : undefined}
        />
      )}
    </div>
  )
}
