import { LeadForm } from './lead-form.tsx'
import { SubmitButton } from './submit-button.tsx'
import { TextField } from './text-field.tsx'

/** A message to the team. The browser itself asks for what is missing. */
export function ContactForm({ submit }: { submit: string }) {
  return (
    <LeadForm id="contact">
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
