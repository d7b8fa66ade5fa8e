import { getSelectProps, useField } from '@conform-to/react'
import { FieldLabel } from './field-label.tsx'

interface SelectFieldProps {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Told to screen readers; the server's own message says it when nothing is chosen. */
  required?: boolean
}

/** A labelled choice of one of the `LeadForm` around it, with nothing chosen at first. */
export function SelectField({ name, label, options, required }: SelectFieldProps) {
  const [field, form] = useField<string>(name)
  const wrong = field.errors !== undefined
  return (
    <div className="grid content-start gap-2">
      <FieldLabel htmlFor={field.id} label={label} required={required} />
      <select
        {...getSelectProps(field)}
        key={field.key}
        className="field w-full"
        aria-required={required}
        aria-describedby={wrong ? form.errorId : undefined}
        // biome-ignore lint/a11y/noAutofocus: the first wrong field after a refused form
        autoFocus={wrong}
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
