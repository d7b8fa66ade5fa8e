import type { ActionData } from 'halvi-leads/forms/action-data'
import type { APPLY_QUERY_RESULT } from '../../content/sanity.types.ts'
import { Toast } from '../toast.tsx'
import { Checkbox } from './fields/checkbox.tsx'
import { TextField } from './fields/text-field.tsx'
import { LeadForm } from './lead-form.tsx'
import { SubmitButton } from './submit-button.tsx'

interface AffiliateFormProps {
  action: string
  answer: ActionData | undefined
  programme: Pick<NonNullable<APPLY_QUERY_RESULT>, 'page' | 'privacy'>
}

/** The application to an affiliate programme. A mistake is told in a toast, too. */
export function AffiliateForm({ action, answer, programme }: AffiliateFormProps) {
  const { page, privacy } = programme
  const hashtag = page?.hashtag ?? '#Halvi'
  return (
    <>
      <LeadForm id="affiliate" action={action} answer={answer} toast>
        <TextField name="fullName" label="Full name" autoComplete="name" required />
        <div className="field-pair">
          <TextField name="email" label="Email" type="email" autoComplete="email" required />
          <TextField name="phone" label="Phone" type="tel" autoComplete="tel" required />
        </div>
        <div className="field-pair">
          <TextField name="city" label="City and state" hint={page?.cityHint} required />
          <TextField name="instagram" label="Instagram name" hint={page?.instagramHint} required />
        </div>
        <TextField name="howHeard" label="How did you hear about us?" required />
        <TextField name="whyJoin" label="Why do you want to join?" rows={5} required />
        <Checkbox name="shareOnSocial" label={`I will post that I take part, with ${hashtag}`} />
        <SubmitButton
          label={page?.submit ?? 'Submit Application'}
          sending="Submitting..."
          privacy={privacy}
        />
      </LeadForm>
      <Toast />
    </>
  )
}
