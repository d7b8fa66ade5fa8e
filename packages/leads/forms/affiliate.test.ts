import { describe, expect, it } from 'vitest'
import { affiliateApplications } from './affiliate.ts'
import { formValues } from './testing/form-values.ts'

const applicant = {
  fullName: 'Amina Yusuf',
  email: 'amina@example.com',
  phone: '+1 214 555 0100',
  city: 'Dallas, TX',
  instagram: '@amina.sews',
  howHeard: 'A friend',
  whyJoin: 'My neighbours ask me where to buy.',
}

describe.each(['regular', 'creator', 'challenge'])('the %s application', (program) => {
  const form = affiliateApplications.get(program)
  if (!form) throw new Error('no such form')
  const valid = formValues(form, applicant)

  it('stores the entered values under its own form name, without delivery', () => {
    expect(form.check({ ...valid, fullName: ' Amina Yusuf ' })).toEqual({
      payload: { type: 'affiliate_application', program, ...valid, shareOnSocial: false },
    })
    expect(form).toMatchObject({ name: `affiliate-${program}`, delivered: false })
  })

  it('stores whether the applicant would post about it', () => {
    const checked = form.check({ ...valid, shareOnSocial: 'on' })
    expect(checked).toMatchObject({ payload: { shareOnSocial: true } })
  })

  it.each(['fullName', 'email', 'phone', 'city', 'instagram', 'howHeard', 'whyJoin'])(
    'requires %s',
    (field) => {
      expect(form.check({ ...valid, [field]: '\n ' })).toEqual({
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
    },
  )

  it('reports all errors together, in the order of the fields if one is missing', () => {
    const malformed = form.check({ ...valid, email: 'amina' })
    expect(malformed).toMatchObject({ errors: [{ field: 'email' }] })
    expect(form.check({ ...valid, email: 'amina', whyJoin: '' })).toMatchObject({
      message: 'required',
      errors: [{ field: 'email' }, { field: 'whyJoin' }],
    })
  })
})
