import { FieldLabel } from './field-label.tsx'
import { useFormField } from './form-context.ts'

interface SelectFieldProps {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Told to screen readers; the server's own message says it when nothing is chosen. */
  required?: boolean
}

/** A labelled choice of one of the `LeadForm` around it, with nothing chosen at first. */
export function SelectField({ name, label, options, required }: SelectFieldProps) {
  const { id, value, isWrong, errorId } = useFormField(name)
  return (
    <div className="grid content-start gap-2">
      <FieldLabel htmlFor={id} label={label} required={required} />
      <select
        id={id}
        name={name}
        defaultValue={value}
        className="field w-full"
        aria-required={required}
        aria-invalid={isWrong || undefined}
        aria-describedby={errorId}
        // biome-ignore lint/a11y/noAutofocus: the first wrong field after a refused form
        autoFocus={isWrong}
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
