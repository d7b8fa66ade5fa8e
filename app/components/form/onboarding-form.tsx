import type { FormValues } from 'halvi-leads/forms/action-data'
import type { ONBOARDING_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import type { WithPrivacy } from 'halvi-site/content/shapes'
import { useFormat, useWords } from 'halvi-site/words/context'
import type { ReactNode } from 'react'
import { Checkbox, ChoiceGroup, type ChoiceOption } from './fields/choices.tsx'
import { SelectField, TextField } from './fields/text-fields.tsx'
import { FilledIn } from './filled-in.tsx'
import { type FormProps, useOptions } from './form-context.ts'
import { LeadForm } from './lead-form.tsx'
import { NewTabLink, SubmitButton } from './submit-button.tsx'

interface OnboardingFormProps extends FormProps {
  content: Omit<NonNullable<ONBOARDING_QUERY_RESULT>, 'title' | 'intro' | 'seo'> & WithPrivacy
  /** Values prefilled by the link to the form. */
  defaults: FormValues
  businessTypes: readonly ChoiceOption[]
  sellScopes: readonly ChoiceOption[]
  services: readonly ChoiceOption[]
}

/** Renders the business application in five numbered sections. */
export function OnboardingForm({ content, ...props }: OnboardingFormProps) {
  const { businessTypes: types, sellScopes, services, ...form } = props
  const { onboarding: words, forms } = useWords()
  const format = useFormat()
  const businessTypes = useOptions('onboarding', types)
  const { sections, cityHint, websiteHint, descriptionHint, agreement, terms } = content
  const { business_type: chosen } = form.defaults
  const index = types.findIndex(({ value }) => value === chosen && value !== 'other')
  const type = businessTypes[index]?.label
  // Staff write their own words as they belong into the sentence.
  const typeWords = type === types[index]?.label ? type?.toLowerCase() : type
  return (
    <LeadForm id="onboarding" {...form}>
      <Progress />
      <FilledIn
        name="business_type"
        words={typeWords ? format(words.filledIn, { type: typeWords }) : ''}
      />
      <FormSection number={1} title={words.basicTitle} {...sections?.basic}>
        <div className="field-pair">
          <TextField name="full_name" label={words.full_name} autoComplete="name" required />
          <TextField
            name="business_name"
            label={words.business_name}
            autoComplete="organization"
            required
          />
        </div>
        <div className="field-pair">
          <SelectField
            name="business_type"
            label={words.business_type}
            options={businessTypes}
            required
          />
          <div className="for-other">
            <TextField name="custom_business_type" label={words.custom_business_type} />
          </div>
        </div>
        <div className="field-pair">
          <TextField name="email" label={words.email} type="email" autoComplete="email" required />
          <TextField name="phone" label={words.phone} type="tel" autoComplete="tel" required />
        </div>
      </FormSection>
      <FormSection number={2} title={words.locationTitle} {...sections?.location}>
        <div className="field-pair">
          <TextField
            name="city_state"
            label={words.city_state}
            hint={cityHint}
            autoComplete="address-level2"
            required
          />
          <TextField name="address" label={words.address} autoComplete="street-address" />
        </div>
        <ChoiceGroup
          type="radio"
          name="sell_scope"
          legend={words.sell_scope}
          rule={forms.optional}
          hint={words.sellScopeHint}
          options={useOptions('onboarding', sellScopes)}
        />
      </FormSection>
      <FormSection number={3} title={words.profileTitle} {...sections?.profile}>
        <TextField
          name="website_profile"
          label={words.website_profile}
          hint={websiteHint}
          inputMode="url"
          autoComplete="url"
          required
        />
        <TextField
          name="business_description"
          label={words.business_description}
          hint={descriptionHint}
          rows={3}
          required
        />
      </FormSection>
      <FormSection number={4} title={words.offerTitle} {...sections?.offer}>
        <ChoiceGroup
          type="checkbox"
          name="services_offered"
          legend={words.services_offered}
          legendHidden
          rule={words.servicesRule}
          options={useOptions('onboarding', services)}
        />
      </FormSection>
      <FormSection number={5} title={words.finalTitle} {...sections?.final}>
        <Checkbox
          name="agreement_accepted"
          label={agreement ?? words.agreement}
          note={terms && <NewTabLink href="/support/terms">{terms}</NewTabLink>}
          required
        />
        <SubmitButton
          label={content.submit}
          sending={words.submitting}
          privacy={content.privacy}
          canCheck
        />
      </FormSection>
    </LeadForm>
  )
}

/** Shows which of the five sections are complete. Styles fill it in, so it needs no script. */
const Progress = () => (
  <div className="form-progress" aria-hidden="true">
    {[1, 2, 3, 4, 5].map((number) => (
      <i key={number} />
    ))}
  </div>
)

interface FormSectionProps {
  number: number
  title: string
  text?: string | null | undefined
  /** The fields. */
  children: ReactNode
}

/** Renders a numbered section of a form: title and text at the left, the fields at the right. */
function FormSection({ number, title, text, children }: FormSectionProps) {
  return (
    <section className="form-section">
      <div>
        <h2 className="flex items-center gap-4 text-xl">
          <span className="tile cut">{number}</span> {title}
        </h2>
        {text && <p className="mt-3 max-w-note text-muted">{text}</p>}
      </div>
      <div className="grid gap-6">{children}</div>
    </section>
  )
}
