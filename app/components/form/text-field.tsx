import type { HTMLAttributes, HTMLInputAutoCompleteAttribute } from 'react'
import { FieldLabel } from './field-label.tsx'
import { useFormField } from './form-context.ts'

interface TextFieldProps {
  name: string
  label: string
  type?: 'text' | 'email' | 'tel'
  /**
   * Told to screen readers; the server's own message says it when it is missing. `browser`: the
   * browser refuses it empty by itself.
   */
  required?: boolean | 'browser'
  hint?: string | null
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** The keyboard of a phone, where the type does not decide it. */
  inputMode?: HTMLAttributes<HTMLElement>['inputMode']
  /** More than one: a text area of so many lines. */
  rows?: number
}

/** A labelled text field of the `LeadForm` around it. */
export function TextField({ name, label, type = 'text', required, hint, ...rest }: TextFieldProps) {
  const { id, value, isWrong, errorId } = useFormField(name)
  const { rows = 1, autoComplete, inputMode = type } = rest
  const hintId = hint ? `${id}-description` : undefined
  const shared = {
    id,
    name,
    defaultValue: value,
    autoComplete,
    className: 'field w-full',
    required: required === 'browser',
    'aria-required': required === true || undefined,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    autoFocus: isWrong,
  }
  return (
    <div className="grid content-start gap-2">
      <FieldLabel
        htmlFor={id}
        label={label}
        required={Boolean(required)}
        hint={hint}
        hintId={hintId}
      />
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
