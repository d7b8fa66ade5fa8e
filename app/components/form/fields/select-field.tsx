import { useFormField } from '../form-context.ts'
import { FieldError } from './field-error.tsx'
import { FieldLabel } from './field-label.tsx'

interface SelectFieldProps {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  required?: boolean
}

/** A labelled choice of one of the `LeadForm` around it, with nothing chosen at first. */
export function SelectField({ name, label, options, required }: SelectFieldProps) {
  const { id, value, error, errorId, hasFocus } = useFormField(name)
  return (
    <div className="grid content-start gap-2">
      <FieldLabel htmlFor={id} label={label} required={required} />
      <FieldError id={errorId} error={error} />
      <select
        id={id}
        name={name}
        defaultValue={value}
        className="field"
        required={required}
        aria-invalid={error && true}
        aria-describedby={errorId}
        // biome-ignore lint/a11y/noAutofocus: the first wrong field after a refused form
        autoFocus={hasFocus}
      >
        <option value="">Please choose</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
