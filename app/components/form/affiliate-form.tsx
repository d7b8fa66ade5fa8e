import type { FormValues } from 'halvi-leads/forms/action-data'
import type { APPLY_QUERY_RESULT } from '../../content/sanity.types.ts'
import { Toast } from '../toast.tsx'
import { Checkbox } from './fields/choices.tsx'
import { TextField } from './fields/text-fields.tsx'
import type { FormProps } from './form-context.ts'
import { LeadForm } from './lead-form.tsx'
import { SubmitButton } from './submit-button.tsx'

interface AffiliateFormProps extends FormProps {
  /** The hidden field for the referral link. */
  defaults: FormValues
  programme: Pick<NonNullable<APPLY_QUERY_RESULT>, 'page' | 'privacy'>
}

/** Renders the application to an affiliate programme. Errors are also shown in a toast. */
export function AffiliateForm({ programme, ...form }: AffiliateFormProps) {
  const { page, privacy } = programme
  const hashtag = page?.hashtag ?? '#Halvi'
  return (
    <>
      <LeadForm id="affiliate" {...form} toast>
        <TextField name="fullName" label="Full name" autoComplete="name" required />
        <div className="field-pair">
          <TextField name="email" label="Email" type="email" autoComplete="email" required />
          <TextField name="phone" label="Phone" type="tel" autoComplete="tel" required />
        </div>
        <div className="field-pair">
          <TextField name="city" label="City and state" hint={page?.cityHint} required />
          <TextField
            name="instagram"
            label="Instagram handle"
            hint={page?.instagramHint}
            required
          />
        </div>
        <TextField name="howHeard" label="How did you hear about us?" required />
        <TextField name="whyJoin" label="Why do you want to join?" rows={5} required />
        <Checkbox name="shareOnSocial" label={`I’ll post about joining with ${hashtag}`} />
        <SubmitButton
          label={page?.submit ?? 'Submit application'}
          sending="Submitting..."
          privacy={privacy}
        />
      </LeadForm>
      <Toast />
    </>
  )
}
