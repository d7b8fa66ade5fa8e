import { z } from 'zod'
import { defineForm, emailAddress, text } from './form.ts'

/** A message to the team. */
export const contact = defineForm({
  name: 'contact',
  delivered: false,
  confirmation: '/support/contact/sent',
  // The browser asks for each of them by itself; this is for programs, and for spaces.
  required: {
    fields: ['name', 'email', 'subject', 'message'],
    message: 'Please fill in all fields',
  },
  rules: z.object({
    name: text('your name', 200),
    email: emailAddress(),
    subject: text('the subject', 300),
    message: text('your message', 10_000),
  }),
  payload: (values) => ({ type: 'contact_message', ...values }),
})
