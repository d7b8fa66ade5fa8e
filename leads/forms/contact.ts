import * as z from 'zod'
import { defineForm, emailAddress, text } from './form.ts'

/** The contact form: a message to the team. */
export const contact = defineForm({
  name: 'contact',
  delivered: false,
  isApplication: false,
  confirmation: '/support/contact/sent',
  required: {
    message: 'Please fill in all fields',
    fields: {
      name: 'Enter your name',
      email: 'Enter your email address',
      subject: 'Enter a subject',
      message: 'Enter your message',
    },
  },
  rules: z.object({
    name: text('your name', 200),
    email: emailAddress(),
    subject: text('the subject', 300),
    message: text('your message', 10_000),
  }),
  payload: (values) => ({ type: 'contact_message', ...values }),
  labels: { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message' },
})
