import type { ActionData } from 'halvi-leads/forms/action-data'
import type { FormPrivacy } from '../../content/shapes.ts'
import { TextField } from './fields/text-field.tsx'
import { LeadForm } from './lead-form.tsx'
import { SubmitButton } from './submit-button.tsx'

interface ContactFormProps {
  action: string
  answer: ActionData | undefined
  submit: string
  privacy: FormPrivacy | null | undefined
}

/** A message to the team. All of it is asked for. */
export function ContactForm({ action, answer, submit, privacy }: ContactFormProps) {
  return (
    <LeadForm id="contact" action={action} answer={answer}>
      <div className="field-pair">
        <TextField name="name" label="Name" autoComplete="name" required />
        <TextField name="email" label="Email" type="email" autoComplete="email" required />
      </div>
      <TextField name="subject" label="Subject" autoComplete="off" required />
      <TextField name="message" label="Message" rows={7} required />
      <SubmitButton label={submit} sending="Sending..." privacy={privacy} />
    </LeadForm>
  )
}
