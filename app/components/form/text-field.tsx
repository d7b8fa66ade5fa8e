import { getInputProps, getTextareaProps, useField } from '@conform-to/react'
import type { HTMLAttributes, HTMLInputAutoCompleteAttribute } from 'react'
import { FieldLabel } from './field-label.tsx'

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
  const [field, form] = useField<string>(name)
  const { rows = 1, autoComplete, inputMode = type } = rest
  const hintId = hint ? field.descriptionId : undefined
  const wrong = field.errors !== undefined
  const shared = {
    autoComplete,
    className: 'field w-full',
    required: required === 'browser',
    'aria-required': required === true || undefined,
    'aria-describedby': [wrong && form.errorId, hintId].filter(Boolean).join(' ') || undefined,
    autoFocus: wrong,
  }
  return (
    <div className="grid content-start gap-2">
      <FieldLabel
        htmlFor={field.id}
        label={label}
        required={Boolean(required)}
        hint={hint}
        hintId={hintId}
      />
      {rows > 1 ? (
        <textarea {...getTextareaProps(field)} {...shared} key={field.key} rows={rows} />
      ) : (
        <input
          {...getInputProps(field, { type })}
          {...shared}
          key={field.key}
          inputMode={inputMode}
          autoCapitalize={inputMode === 'url' ? 'none' : undefined}
          spellCheck={['email', 'url'].includes(inputMode) ? false : undefined}
        />
      )}
    </div>
  )
}
