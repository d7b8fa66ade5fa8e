import type { FormValues } from 'halvi-leads/forms/action-data'
import type { APPLY_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import type { WithPrivacy } from 'halvi-site/content/shapes'
import { useFormat, useWords } from 'halvi-site/words/context'
import { Toast } from '../toast.tsx'
import { Checkbox } from './fields/choices.tsx'
import { TextField } from './fields/text-fields.tsx'
import type { FormProps } from './form-context.ts'
import { LeadForm } from './lead-form.tsx'
import { SubmitButton } from './submit-button.tsx'

interface AffiliateFormProps extends FormProps {
  /** The hidden field for the referral link. */
  defaults: FormValues
  program: Pick<NonNullable<APPLY_QUERY_RESULT>, 'page'> & WithPrivacy
}

/** Renders the application to an affiliate program. Errors are also shown in a toast. */
export function AffiliateForm({ program, ...form }: AffiliateFormProps) {
  const { affiliate: words, forms } = useWords()
  const format = useFormat()
  const { page, privacy } = program
  const hashtag = page?.hashtag ?? '#Halvi'
  return (
    <>
      <LeadForm id="affiliate" {...form} toast>
        <TextField name="fullName" label={words.fullName} autoComplete="name" required />
        <div className="field-pair">
          <TextField name="email" label={words.email} type="email" autoComplete="email" required />
          <TextField name="phone" label={words.phone} type="tel" autoComplete="tel" required />
        </div>
        <div className="field-pair">
          <TextField
            name="city"
            label={words.city}
            hint={page?.cityHint}
            autoComplete="address-level2"
            required
          />
          <TextField name="instagram" label={words.instagram} hint={page?.instagramHint} required />
        </div>
        <TextField name="howHeard" label={words.howHeard} required />
        <TextField name="whyJoin" label={words.whyJoin} rows={5} required />
        <Checkbox name="shareOnSocial" label={format(words.shareOnSocial, { hashtag })} />
        <SubmitButton label={page?.submit} sending={forms.submitting} privacy={privacy} />
      </LeadForm>
      <Toast />
    </>
  )
}
