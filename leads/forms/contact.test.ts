import { expect, it } from 'vitest'
import { contact } from './contact.ts'
import { entered } from './testing/entered.ts'

const valid = entered(contact, {
  name: 'Amina',
  email: 'amina@example.com',
  subject: 'A question',
  message: 'When do you open?\nAnd where?',
})

it('keeps a message as it was written and passes it on to nobody', () => {
  expect(contact.check({ ...valid, subject: ' A question ' })).toEqual({
    payload: { type: 'contact_message', ...valid },
  })
  expect(contact.delivered).toBe(false)
})

it.each(['name', 'email', 'subject', 'message'])('asks for %s', (field) => {
  expect(contact.check({ ...valid, [field]: ' ' })).toEqual({
    message: expect.stringMatching(/\S/),
    errors: [
      {
        field,
        message: expect.stringMatching(/\S/),
        isMissing: true,
        ...(field === 'email' && { malformed: expect.stringContaining('@') }),
      },
    ],
  })
})

it('refuses an address that the browser would refuse', () => {
  expect(contact.check({ ...valid, email: 'amina' })).toMatchObject({
    errors: [{ field: 'email' }],
  })
})
