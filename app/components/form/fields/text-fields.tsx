import type { HTMLAttributes, HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { useFormField } from '../form-context.ts'
import { FieldError } from './field-error.tsx'

interface FieldProps {
  name: string
  label: string
  required?: boolean
  hint?: string | null | undefined
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel'
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** The keyboard of a phone, where the type does not decide it. */
  inputMode?: HTMLAttributes<HTMLElement>['inputMode']
  /** More than one: a text area with this many lines. */
  rows?: number
}

/** A labelled text field of the `LeadForm` around it. */
export function TextField({ type = 'text', rows = 1, autoComplete, ...props }: TextFieldProps) {
  const { inputMode = type, ...field } = props
  return (
    <Labelled {...field}>
      {(shared) =>
        rows > 1 ? (
          <textarea {...shared} autoComplete={autoComplete} rows={rows} />
        ) : (
          <input
            {...shared}
            autoComplete={autoComplete}
            type={type}
            inputMode={inputMode}
            autoCapitalize={inputMode === 'url' ? 'none' : undefined}
            spellCheck={['email', 'url'].includes(inputMode) ? false : undefined}
          />
        )
      }
    </Labelled>
  )
}

interface SelectFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[]
}

/** A labelled choice of one, of the `LeadForm` around it, with nothing chosen at first. */
export function SelectField({ options, ...field }: SelectFieldProps) {
  return (
    <Labelled {...field}>
      {(shared) => (
        <select {...shared}>
          <option value="">Please choose</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

interface LabelledProps extends FieldProps {
  /** Renders the control with the attributes that all have. */
  children: (shared: HTMLAttributes<HTMLElement> & { name: string }) => ReactNode
}

/** A control under its label, which says whether it may stay empty, its hint, and its error. */
function Labelled({ name, label, required, hint, children }: LabelledProps) {
  const { id, value, error, errorId, hasFocus } = useFormField(name)
  const hintId = hint ? `${id}-hint` : undefined
  const shared = {
    id,
    name,
    defaultValue: value,
    className: 'field',
    required,
    'aria-invalid': error && true,
    'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
    autoFocus: hasFocus,
  }
  return (
    <div className="grid content-start gap-2">
      <label htmlFor={id} className="semibold">
        {label}
        {!required && <span className="text-plain text-muted"> (optional)</span>}
      </label>
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
      {children(shared)}
    </div>
  )
}
