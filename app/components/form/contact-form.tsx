import type { FormPrivacy } from '../../content/shapes.ts'
import { TextField } from './fields/text-fields.tsx'
import type { FormProps } from './form-context.ts'
import { LeadForm } from './lead-form.tsx'
import { SubmitButton } from './submit-button.tsx'

interface ContactFormProps extends FormProps {
  submit: string
  privacy: FormPrivacy | null | undefined
}

/** Renders the contact form. All fields are required. */
export function ContactForm({ submit, privacy, ...form }: ContactFormProps) {
  return (
    <LeadForm
      id="contact"
      {...form}
      sent="You’ve already sent a message."
      again="Send another message"
    >
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
