import { describe, expect, it } from 'vitest'
import { formValues } from './testing/form-values.ts'
import { waitlist } from './waitlist.ts'

const nothing = formValues(waitlist)
const valid = { ...nothing, name: 'Amina', email: 'amina@example.com', interests: ['openStore'] }
const required = 'required'
const interest = 'interestMissing'

const errors = (values: Parameters<typeof waitlist.check>[0]) => {
  const checked = waitlist.check(values)
  return 'payload' in checked ? [] : checked.errors
}
const invalidFields = (values: Parameters<typeof waitlist.check>[0]) =>
  errors(values).map(({ field }) => field)

describe('the waitlist', () => {
  it('has the documented fields', () => {
    expect(waitlist.fields).toEqual({
      name: 'one',
      social_handle: 'one',
      city: 'one',
      email: 'one',
      interests: 'many',
      custom_interest: 'one',
    })
  })

  it('sends the documented payload, with labels in the form’s order', () => {
    const checked = waitlist.check({
      ...nothing,
      name: ' Amina Yusuf ',
      social_handle: '@amina',
      email: ' amina@example.com ',
      interests: ['shopOnHalvi', 'unknown', 'openStore'],
      custom_interest: 'Tailoring\nworkshops',
    })
    expect(checked).toEqual({
      payload: {
        type: 'waitlist_application',
        name: 'Amina Yusuf',
        social_handle: '@amina',
        email: 'amina@example.com',
        interests:
          'Open my store for online orders, Shop on Halvi and use halal lifestyle services',
        custom_interest: 'Tailoring\nworkshops',
      },
    })
  })

  it.each(['دالاس، تكساس', 'São Paulo', 'a'.repeat(200)])(
    'stores the city %s for staff only',
    (city) => {
      expect(waitlist.check({ ...valid, city })).toMatchObject({ payload: { city } })
      expect(waitlist.staffOnly).toEqual(['city'])
    },
  )

  it('sends every key even when it is empty', () => {
    const checked = waitlist.check({ ...valid, interests: [], custom_interest: 'Tailoring' })
    expect(checked).toMatchObject({
      payload: { social_handle: '', interests: '', custom_interest: 'Tailoring' },
    })
  })

  it.each([
    ['nothing', nothing, ['name', 'email', 'interests'], required],
    ['no name', { ...valid, name: '' }, ['name'], required],
    ['spaces for a name', { ...valid, name: ' \t\n\u00a0' }, ['name'], required],
    ['no address', { ...valid, email: '' }, ['email'], required],
    [
      'neither address nor interest',
      { ...valid, email: '', interests: [] },
      ['email', 'interests'],
      required,
    ],
    ['no interest', { ...valid, interests: [] }, ['interests'], interest],
    ['an unknown interest', { ...valid, interests: ['x'] }, ['interests'], interest],
    ['spaces for one', { ...valid, interests: [], custom_interest: ' ' }, ['interests'], interest],
    [
      'a malformed address before no interest',
      { ...valid, email: 'amina', interests: [] },
      ['email', 'interests'],
      'malformedEmail',
    ],
    [
      'a missing name before a malformed address and a long handle',
      { ...valid, name: '', email: 'amina', social_handle: 'a'.repeat(201), interests: [] },
      ['name', 'email', 'social_handle', 'interests'],
      required,
    ],
  ])('reports %s', (_what, values, fields, message) => {
    expect(waitlist.check(values)).toMatchObject({ message })
    expect(invalidFields(values)).toEqual(fields)
  })

  it.each(['amina', 'a@b@c', 'a b@c', '@b', 'a@', 'a@-b', 'a@b..c', 'a@b_c', 'a@b\nbcc:x', 'ä@b'])(
    'rejects the address %j, as browsers do',
    (email) => {
      expect(invalidFields({ ...valid, email })).toEqual(['email'])
    },
  )

  it.each(['a@b', "o'hara+x@sub.example.com", '.a.@b.c', `a@${'b'.repeat(63)}`])(
    'accepts the address %j, as browsers do',
    (email) => {
      expect(invalidFields({ ...valid, email })).toEqual([])
    },
  )

  it.each(['name', 'social_handle', 'city', 'email', 'custom_interest'])(
    'reports a %s that is too long',
    (name) => {
      const checked = waitlist.check({ ...valid, [name]: 'a'.repeat(90_000) })
      const message = 'tooLong'
      expect(checked).toEqual({
        message,
        errors: [{ field: name, message, maxLength: expect.any(Number) }],
      })
    },
  )
})
