import { useFormField } from '../form-context.ts'
import { Choice } from './choice.tsx'
import { FieldError } from './field-error.tsx'

/** One choice of a group: what it sends, what it says, and a remark under it. */
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
      {options.map(({ value, label, note, isApart }, index) => (
        <Choice
          key={value}
          type={type}
          id={index === 0 ? id : `${id}-${value}`}
          name={name}
          value={value}
          defaultChecked={values.includes(value)}
          label={label}
          note={note}
          isApart={isApart}
          isWrong={error !== undefined}
          hasFocus={hasFocus && index === 0}
        />
      ))}
    </fieldset>
  )
}
