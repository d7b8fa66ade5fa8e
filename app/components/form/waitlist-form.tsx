import type { FormValues } from 'halvi-leads/forms/action-data'
import type { WAITLIST_QUERY_RESULT } from '../../content/sanity.types.ts'
import { useWords } from '../../words/context.ts'
import { fillIn } from '../../words/fill-in.ts'
import { ChoiceGroup, type ChoiceOption } from './fields/choices.tsx'
import { TextField } from './fields/text-fields.tsx'
import { FilledIn } from './filled-in.tsx'
import { type FormProps, useOptions } from './form-context.ts'
import { LeadForm } from './lead-form.tsx'
import { SubmitButton } from './submit-button.tsx'

interface WaitlistFormProps extends FormProps {
  /** Values prefilled by the link to the form. */
  defaults: FormValues
  content: WAITLIST_QUERY_RESULT
  interests: readonly ChoiceOption[]
}

/** Renders the waitlist application. */
export function WaitlistForm({ content, interests, ...form }: WaitlistFormProps) {
  const { waitlist: words, forms } = useWords()
  const options = useOptions('waitlist', interests)
  const { interests: chosen = [], custom_interest: own } = form.defaults
  const filledIn = [
    ...options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label),
    ...(content?.knownInterests.some((words) => words === own) ? [own] : []),
  ]
  return (
    <LeadForm id="waitlist" {...form}>
      <FilledIn
        name={chosen.length > 0 ? 'interests' : 'custom_interest'}
        words={filledIn.length > 0 ? fillIn(words.filledIn, { values: filledIn.join('; ') }) : ''}
      />
      <TextField name="name" label={words.name} autoComplete="name" required />
      <TextField
        name="social_handle"
        label={words.social_handle}
        hint={content?.socialHandleHint}
        autoComplete="off"
      />
      <TextField name="email" label={words.email} type="email" autoComplete="email" required />
      <TextField
        name="city"
        label={words.city}
        hint={content?.cityHint}
        autoComplete="address-level2"
      />
      <ChoiceGroup
        type="checkbox"
        name="interests"
        legend={content?.interestsTitle ?? 'What interests you?'}
        rule={words.interestsRule}
        orField="custom_interest"
        options={options}
      />
      <TextField
        name="custom_interest"
        label={words.custom_interest}
        hint={content?.customInterestHint}
        rows={3}
        isConditional
      />
      <SubmitButton
        label={content?.submit ?? 'Join the Waitlist'}
        sending={forms.submitting}
        privacy={content?.privacy}
      />
    </LeadForm>
  )
}
