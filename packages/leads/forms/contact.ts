import * as z from 'zod'
import { defineForm, emailAddress, labelsOf, text } from './form.ts'
import { formWords } from './words.ts'

const words = formWords.contact

/** The contact form: a message to the team. */
export const contact = defineForm({
  name: 'contact',
  delivered: false,
  isApplication: false,
  confirmation: '/support/contact/sent',
  required: {
    message: 'required',
    fields: {
      name: 'nameMissing',
      email: 'emailMissing',
      subject: 'subjectMissing',
      message: 'messageMissing',
    },
  },
  rules: z.object({
    name: text(200),
    email: emailAddress(),
    subject: text(300),
    message: text(10_000),
  }),
  payload: (values) => ({ type: 'contact_message', ...values }),
  labels: labelsOf(words, ['name', 'email', 'subject', 'message']),
})
