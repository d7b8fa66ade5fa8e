import type { ActionData } from '../../leads/submit/action-data.ts'
import { Toast } from '../toast.tsx'
import { Checkbox } from './checkbox.tsx'
import { LeadForm } from './lead-form.tsx'
import { SubmitButton } from './submit-button.tsx'
import { TextField } from './text-field.tsx'

interface AffiliateFormProps {
  action: string
  answer: ActionData | undefined
  submit: string
  /** Applicants may offer to post with it. */
  hashtag: string
}

/** The application to an affiliate programme. A mistake is told in a toast, too. */
export function AffiliateForm({ action, answer, submit, hashtag }: AffiliateFormProps) {
  return (
    <>
      <LeadForm id="affiliate" action={action} answer={answer} toast>
        <TextField name="fullName" label="Full name" autoComplete="name" required />
        <div className="field-pair">
          <TextField name="email" label="Email" type="email" autoComplete="email" required />
          <TextField name="phone" label="Phone" type="tel" autoComplete="tel" required />
        </div>
        <div className="field-pair">
          <TextField name="city" label="City and state" required />
          <TextField name="instagram" label="Instagram name" required />
        </div>
        <TextField name="howHeard" label="How did you hear about us?" required />
        <TextField name="whyJoin" label="Why do you want to join?" rows={5} required />
        <Checkbox name="shareOnSocial" label={`I will post that I take part, with ${hashtag}`} />
        <SubmitButton label={submit} sending="Submitting..." />
      </LeadForm>
      <Toast />
    </>
  )
}
