import type { InputHTMLAttributes, ReactNode } from 'react'
import { useFormField } from '../form-context.ts'
import { FieldError } from './field-error.tsx'

interface CheckboxProps {
  name: string
  label: string
  note?: ReactNode
  required?: boolean
}

/** A checkbox by itself, of the `LeadForm` around it. */
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
        isWrong={error !== undefined}
      />
    </div>
  )
}

/** One choice of a group: its value, its words, and a remark under it. */
export interface ChoiceOption {
  value: string
  label: string
  note?: string | null | undefined
  /** Sets it apart from the others. */
  isApart?: boolean
}

interface ChoiceGroupProps {
  /** Checkboxes for any number of choices, radio buttons for one at most. */
  type: 'checkbox' | 'radio'
  name: string
  legend: string
  /** Hides the legend where a heading above says the same; what follows it stays. */
  legendHidden?: boolean
  /** Follows the legend: whether something has to be chosen, in brackets where the legend is seen. */
  rule: string
  /** A text field of the form that makes up for no choice. */
  orField?: string
  options: readonly ChoiceOption[]
}

/** A group of checkboxes or radio buttons of the `LeadForm` around it, all under one name. */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { type, name, legend, legendHidden, rule, orField, options } = props
  const { id, values, error, errorId, hasFocus } = useFormField(name)
  return (
    <fieldset className="grid gap-3" aria-describedby={errorId}>
      <legend className="mb-3 semibold">
        <span className={legendHidden ? 'sr-only' : undefined}>{legend}</span>{' '}
        <span className="text-plain text-muted">{rule}</span>
      </legend>
      <FieldError id={errorId} error={error} orField={orField} />
      {options.map((option, index) => (
        <Choice
          key={option.value}
          {...option}
          {...{ type, name }}
          id={index === 0 ? id : `${id}-${option.value}`}
          defaultChecked={values.includes(option.value)}
          isWrong={error !== undefined}
          hasFocus={hasFocus && index === 0}
        />
      ))}
    </fieldset>
  )
}

interface ChoiceProps extends InputHTMLAttributes<HTMLInputElement> {
  id: string
  label: string
  /** A remark under it. */
  note?: ReactNode
  isApart?: boolean | undefined
  /** Whether this choice, or its group, is invalid. */
  isWrong: boolean
  /** The first wrong one has it. */
  hasFocus: boolean
  /** The id of its error message. */
  errorId?: string | undefined
}

/** A checkbox or radio button with its words beside it, both of which can be pressed. */
function Choice(props: ChoiceProps) {
  const { id, label, note, isApart, isWrong, hasFocus, errorId, ...input } = props
  const noteId = note ? `${id}-note` : undefined
  return (
    <div className={isApart ? 'choice choice-apart' : 'choice'}>
      <input
        {...input}
        id={id}
        aria-invalid={isWrong || undefined}
        aria-describedby={[noteId, errorId].filter(Boolean).join(' ') || undefined}
        // biome-ignore lint/a11y/noAutofocus: the first wrong field after a refused form
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
