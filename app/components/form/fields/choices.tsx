import type { InputHTMLAttributes, ReactNode } from 'react'
import { useFormField } from '../form-context.ts'
import { FieldError } from './field-error.tsx'

interface CheckboxProps {
  name: string
  label: string
  note?: ReactNode
  required?: boolean
}

/** Renders a single checkbox in a `LeadForm`. */
export function Checkbox(props: CheckboxProps) {
  const { id, value, error, errorId, hasFocus } = useFormField(props.name)
  return (
    <div className="grid gap-3">
      <FieldError id={errorId} error={error} />
      <Choice
        {...props}
        {...{ id, errorId, hasFocus }}
        type="checkbox"
        value="on"
        defaultChecked={value === 'on'}
        isInvalid={error !== undefined}
      />
    </div>
  )
}

/** A choice of a group: its value, its label, and a note below. */
export interface ChoiceOption {
  value: string
  label: string
  note?: string | null | undefined
}

interface ChoiceGroupProps {
  /** Checkboxes for any number of choices, radio buttons for at most one. */
  type: 'checkbox' | 'radio'
  name: string
  legend: string
  /** Visually hides the legend, if a heading above says the same. The rule stays visible. */
  legendHidden?: boolean
  /** A text after the legend that says whether a choice is required. In parentheses if the legend is visible. */
  rule: string
  hint?: string
  /** A text field of the form that can be filled in instead of a choice. */
  orField?: string
  options: readonly ChoiceOption[]
}

/** Renders a group of checkboxes or radio buttons with the same name in a `LeadForm`. */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { type, name, legend, legendHidden, rule, hint, orField, options } = props
  const { id, values, error, errorId, hasFocus } = useFormField(name)
  return (
    <fieldset className="grid gap-3" aria-describedby={errorId}>
      <legend className="mb-3 semibold">
        <span className={legendHidden ? 'sr-only' : undefined}>{legend}</span>{' '}
        <span className="text-plain text-muted">{rule}</span>
      </legend>
      {hint && <p className="-mt-3 text-sm text-muted">{hint}</p>}
      <FieldError id={errorId} error={error} orField={orField} />
      {options.map((option, index) => (
        <Choice
          key={option.value}
          {...option}
          {...{ type, name }}
          id={index === 0 ? id : `${id}-${option.value}`}
          defaultChecked={values.includes(option.value)}
          isInvalid={error !== undefined}
          hasFocus={hasFocus && index === 0}
        />
      ))}
    </fieldset>
  )
}

interface ChoiceProps extends InputHTMLAttributes<HTMLInputElement> {
  id: string
  label: string
  /** A note below the label. */
  note?: ReactNode
  /** Whether this choice, or its group, is invalid. */
  isInvalid: boolean
  /** Whether this choice gets the focus: the first invalid field does. */
  hasFocus: boolean
  /** The id of its error message. */
  errorId?: string | undefined
}

/** Renders a checkbox or radio button with its label. */
function Choice(props: ChoiceProps) {
  const { id, label, note, isInvalid, hasFocus, errorId, ...input } = props
  const noteId = note ? `${id}-note` : undefined
  return (
    <div className="choice">
      <input
        {...input}
        id={id}
        aria-invalid={isInvalid || undefined}
        aria-describedby={[noteId, errorId].filter(Boolean).join(' ') || undefined}
        // biome-ignore lint/a11y/noAutofocus: the first invalid field of a rejected form
        autoFocus={hasFocus}
      />
      <label htmlFor={id}>{label}</label>
      {note && (
        <p id={noteId} className="col-start-2 mt-1 text-muted">
          {note}
        </p>
      )}
    </div>
  )
}
