import { firstTouchField, stepField } from 'halvi-leads/forms/action-data'
import { useLocalPath } from 'halvi-site/language/local-path'
import { useWords } from 'halvi-site/words/context'
import type { ChoiceOption } from './fields/choices.tsx'
import { SelectField, TextField } from './fields/text-fields.tsx'
import { FormContext, useOptions } from './form-context.ts'

interface StartApplicationProps {
  businessTypes: readonly ChoiceOption[]
  /** The type that is selected at first. */
  businessType: string | null | undefined
  /** The button's text. */
  submit: string
}

/** Renders the first questions of the business application. Sending them opens it with these answers. */
export function StartApplication({ businessTypes, businessType, submit }: StartApplicationProps) {
  const words = useWords().onboarding
  const defaults = { business_type: businessType ?? '' }
  return (
    <FormContext.Provider value={{ id: 'start', response: undefined, defaults }}>
      <form
        method="post"
        action={useLocalPath()('/onboarding')}
        noValidate
        className="mt-8 grid gap-6"
      >
        <div className="field-pair">
          <TextField
            name="business_name"
            label={words.business_name}
            autoComplete="organization"
            required
          />
          <SelectField
            name="business_type"
            label={words.business_type}
            options={useOptions('onboarding', businessTypes)}
            required
          />
        </div>
        <div className="field-pair">
          <TextField name="email" label={words.email} type="email" autoComplete="email" required />
          <TextField
            name="city_state"
            label={words.city_state}
            autoComplete="address-level2"
            required
          />
        </div>
        <input type="hidden" name={firstTouchField} />
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <button type="submit" name={stepField} value="fill" className="button">
            {submit}
          </button>
          <span className="text-sm text-muted">{words.startNote}</span>
        </p>
      </form>
    </FormContext.Provider>
  )
}
