import type { FormValues } from 'halvi-leads/forms/action-data'
import type { WAITLIST_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import type { WithPrivacy } from 'halvi-site/content/shapes'
import { useLanguage } from 'halvi-site/language/context'
import { sequenceText } from 'halvi-site/language/numbers'
import { useFormat, useWords } from 'halvi-site/words/context'
import { ChoiceGroup, type ChoiceOption } from './fields/choices.tsx'
import { TextField } from './fields/text-fields.tsx'
import { FilledIn } from './filled-in.tsx'
import { type FormProps, useOptions } from './form-context.ts'
import { LeadForm } from './lead-form.tsx'
import { SubmitButton } from './submit-button.tsx'

interface WaitlistFormProps extends FormProps {
  /** Values prefilled by the link to the form. */
  defaults: FormValues
  content: (NonNullable<WAITLIST_QUERY_RESULT> & WithPrivacy) | null
  interests: readonly ChoiceOption[]
}

/** Renders the waitlist application. */
export function WaitlistForm({ content, interests, ...form }: WaitlistFormProps) {
  const { waitlist: words, forms, sent } = useWords()
  const format = useFormat()
  const language = useLanguage()
  const options = useOptions('waitlist', interests)
  const { interests: chosen = [], custom_interest: own } = form.defaults
  const filledIn = [
    ...options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label),
    ...(typeof own === 'string' && content?.knownInterests.includes(own) ? [own] : []),
  ]
  return (
    <LeadForm id="waitlist" {...form}>
      <FilledIn
        name={chosen.length > 0 ? 'interests' : 'custom_interest'}
        words={
          filledIn.length > 0
            ? format(words.filledIn, { values: sequenceText(filledIn, language) })
            : ''
        }
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
        legend={content?.interestsTitle ?? sent.interests}
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
      <SubmitButton label={content?.submit} sending={forms.submitting} privacy={content?.privacy} />
    </LeadForm>
  )
}
