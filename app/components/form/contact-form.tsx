import type { FormPrivacy } from 'halvi-site/content/shapes'
import { useWords } from 'halvi-site/words/context'
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
  const words = useWords().contact
  return (
    <LeadForm id="contact" {...form} sent={words.sent} again={words.again}>
      <div className="field-pair">
        <TextField name="name" label={words.name} autoComplete="name" required />
        <TextField name="email" label={words.email} type="email" autoComplete="email" required />
      </div>
      <TextField name="subject" label={words.subject} autoComplete="off" required />
      <TextField name="message" label={words.message} rows={7} required />
      <SubmitButton
        label={submit}
        sending={words.submitting}
        privacy={privacy && { ...privacy, text: words.privacy }}
      />
    </LeadForm>
  )
}
