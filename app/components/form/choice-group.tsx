import { getCollectionProps, useField } from '@conform-to/react'
import { Choice } from './choice.tsx'

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
  const [field, form] = useField<string[]>(name)
  const wrong = field.errors !== undefined
  const inputs = getCollectionProps(field, { type, options: options.map(({ value }) => value) })
  return (
    <fieldset className="grid gap-3">
      <legend className={legendHidden ? 'sr-only' : 'mb-3 font-semibold'}>
        {legend}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      {inputs.map(({ key, id, ...input }, index) => (
        <Choice
          {...input}
          key={key}
          id={id}
          label={options[index]?.label ?? ''}
          note={options[index]?.note}
          errorId={wrong ? form.errorId : undefined}
          wrong={wrong && index === 0}
        />
      ))}
    </fieldset>
  )
}
