import { useWords } from 'halvi-site/words/context'
import type { HTMLAttributes, HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { useFormField } from '../form-context.ts'
import { FieldError } from './field-error.tsx'

interface FieldProps {
  name: string
  label: string
  required?: boolean
  /** Whether the label does not say that the field is optional, because another one may require it. */
  isConditional?: boolean
  hint?: string | null | undefined
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel'
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** The keyboard type on phones. Default: `type`. */
  inputMode?: HTMLAttributes<HTMLElement>['inputMode']
  /** The number of lines. More than one renders a text area. */
  rows?: number
  maxLength?: number
}

/** Names of fields for addresses and accounts, which keyboards must not capitalize or correct. */
const notWords: readonly string[] = ['email', 'social_handle', 'instagram', 'website_profile']

/** Names of fields whose text is left-to-right in every language. */
const fromLeft: readonly string[] = [...notWords, 'phone']
const noCorrection = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }

/** Renders a labeled text field in a form. */
export function TextField({ type = 'text', rows = 1, autoComplete, ...props }: TextFieldProps) {
  const { inputMode = type, maxLength, ...field } = props
  const dir = inputMode === 'text' && !fromLeft.includes(props.name) ? 'auto' : 'ltr'
  return (
    <Labeled {...field}>
      {(shared) =>
        rows > 1 ? (
          <textarea {...shared} dir={dir} autoComplete={autoComplete} rows={rows} />
        ) : (
          <input
            {...shared}
            dir={dir}
            autoComplete={autoComplete}
            type={type}
            inputMode={inputMode}
            maxLength={maxLength}
            {...(notWords.includes(props.name) && noCorrection)}
          />
        )
      }
    </Labeled>
  )
}

interface SelectFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[]
}

/** Renders a labeled select field in a form, with nothing selected initially. */
export function SelectField({ options, ...field }: SelectFieldProps) {
  const { choose } = useWords().forms
  return (
    <Labeled {...field}>
      {(shared) => (
        <select {...shared}>
          <option value="">{choose}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labeled>
  )
}

interface LabeledProps extends FieldProps {
  /** Renders the control with the common attributes. */
  children: (shared: HTMLAttributes<HTMLElement> & { name: string }) => ReactNode
}

/** Renders a control with its label, hint, and error message. The label says if the field is optional. */
function Labeled({ name, label, required, isConditional, hint, children }: LabeledProps) {
  const { optional } = useWords().forms
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
        {!required && !isConditional && <span className="text-plain text-muted"> {optional}</span>}
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
