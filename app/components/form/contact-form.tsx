import type { ActionData } from '../../leads/submit/action-data.ts'
import { LeadForm } from './lead-form.tsx'
import { SubmitButton } from './submit-button.tsx'
import { TextField } from './text-field.tsx'

interface ContactFormProps {
  action: string
  answer: ActionData | undefined
  submit: string
}

/** A message to the team. The browser itself asks for what is missing. */
export function ContactForm({ action, answer, submit }: ContactFormProps) {
  return (
    <LeadForm id="contact" action={action} answer={answer}>
      <div className="field-pair">
        <TextField name="name" label="Name" autoComplete="name" required="browser" />
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          required="browser"
        />
      </div>
      <TextField name="subject" label="Subject" autoComplete="off" required="browser" />
      <TextField name="message" label="Message" rows={7} required="browser" />
      <SubmitButton label={submit} sending="Sending..." />
    </LeadForm>
  )
}
