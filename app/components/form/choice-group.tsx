import { Choice } from './choice.tsx'
import { useFormField } from './form-context.ts'

/** One choice of a group: what it sends, what it says, and a remark under it. */
export interface ChoiceOption {
  value: string
  label: string
  note?: string | null
}

interface ChoiceGroupProps {
  /** Checkboxes for any number of choices, radio buttons for one at most. */
  type: 'checkbox' | 'radio'
  name: string
  legend: string
  /** Hides the legend where a heading above says the same. */
  legendHidden?: boolean
  /** Says so in the legend. */
  optional?: boolean
  options: readonly ChoiceOption[]
}

/** A group of checkboxes or radio buttons of the `LeadForm` around it, all under one name. */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { type, name, legend, legendHidden, optional, options } = props
  const { id, values, isWrong, errorId } = useFormField(name)
  return (
    <fieldset className="grid gap-3">
      <legend className={legendHidden ? 'sr-only' : 'mb-3 font-semibold'}>
        {legend}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      {options.map(({ value, label, note }, index) => (
        <Choice
          key={value}
          type={type}
          id={`${id}-${value}`}
          name={name}
          value={value}
          defaultChecked={values.includes(value)}
          label={label}
          note={note}
          errorId={errorId}
          isWrong={isWrong}
          hasFocus={isWrong && index === 0}
        />
      ))}
    </fieldset>
  )
}
