import { expect, it } from 'vitest'
import { contact } from './contact.ts'
import { formValues } from './testing/form-values.ts'

const valid = formValues(contact, {
  name: 'Amina',
  email: 'amina@example.com',
  subject: 'A question',
  message: 'When do you open?\nAnd where?',
})

it('stores the message as written, without delivery', () => {
  expect(contact.check({ ...valid, subject: ' A question ' })).toEqual({
    payload: { type: 'contact_message', ...valid },
  })
  expect(contact.delivered).toBe(false)
})

it.each(['name', 'email', 'subject', 'message'])('requires %s', (field) => {
  expect(contact.check({ ...valid, [field]: ' ' })).toEqual({
    message: 'required',
    errors: [
      {
        field,
        message: `${field}Missing`,
        isMissing: true,
        ...(field === 'email' && { malformed: 'malformedEmail' }),
      },
    ],
  })
})

it('rejects an address that browsers reject', () => {
  expect(contact.check({ ...valid, email: 'amina' })).toMatchObject({
    errors: [{ field: 'email' }],
  })
})
