import { describe, expect, it } from 'vitest'
import { onboarding } from './onboarding.ts'
import { formValues } from './testing/form-values.ts'

const valid = formValues(onboarding, {
  full_name: 'Amina Yusuf',
  business_name: 'Amina Sews',
  business_type: 'store',
  email: 'amina@example.com',
  phone: '+1 214 555 0100',
  city_state: 'Dallas, TX',
  website_profile: 'instagram.com/amina.sews',
  business_description: 'We sew.',
  services_offered: ['sellProducts'],
  agreement_accepted: 'on',
})
const required = 'required'
const agreement = 'agreementMissing'
const service = 'serviceMissing'

const payload = (changes: typeof valid) => {
  const checked = onboarding.check({ ...valid, ...changes })
  if (!('payload' in checked)) throw new Error(checked.message)
  return checked.payload
}

describe('the onboarding application', () => {
  it('sends exactly the documented payload', () => {
    expect(
      payload({
        full_name: ' Amina Yusuf ',
        address: '1 Main St',
        sell_scope: 'both',
        services_offered: ['directory', 'unknown', 'sellProducts', 'foodDelivery'],
      }),
    ).toEqual({
      type: 'onboarding_application',
      full_name: 'Amina Yusuf',
      business_name: 'Amina Sews',
      business_type: 'store',
      email: 'amina@example.com',
      phone: '+1 214 555 0100',
      city_state: 'Dallas, TX',
      address: '1 Main St',
      sell_scope: 'both',
      website_profile: 'instagram.com/amina.sews',
      business_description: 'We sew.',
      services_offered:
        'Sell physical products, List food/restaurant items for delivery, Pickup and Dining, Join Halvi Directory for those who search locally',
      agreement_accepted: true,
    })
  })

  it.each([
    ['other', 'Tailor', 'Tailor'],
    ['other', ' ', ''],
    ['restaurant', 'Tailor', 'restaurant'],
  ])('sends for the type %j with the text %j: %j', (type, custom, sent) => {
    const changes = { business_type: type, custom_business_type: custom }
    expect(payload(changes)).toMatchObject({ business_type: sent })
  })

  it('does not require an address or sell scope, and drops an unknown scope', () => {
    expect(payload({})).toMatchObject({ address: '', sell_scope: '' })
    expect(payload({ sell_scope: 'everywhere' })).toMatchObject({ sell_scope: '' })
  })

  it.each([
    'full_name',
    'business_name',
    'business_type',
    'email',
    'phone',
    'city_state',
    'website_profile',
    'business_description',
  ])('reports a missing %s before other errors', (name) => {
    const values = { ...valid, [name]: ' ', agreement_accepted: '', services_offered: [] }
    expect(onboarding.check(values)).toEqual({
      message: required,
      errors: [
        {
          field: name,
          message: expect.stringMatching(/Missing$/),
          isMissing: true,
          ...(name === 'email' && { malformed: 'malformedEmail' }),
        },
        { field: 'services_offered', message: service },
        { field: 'agreement_accepted', message: agreement },
      ],
    })
  })

  it.each([
    ['a missing phone', { email: 'amina', phone: '' }, ['email', 'phone'], required],
    ['an unknown type', { business_type: 'spaceship' }, ['business_type'], required],
    [
      'a malformed address',
      { email: 'amina', agreement_accepted: '' },
      ['email', 'agreement_accepted'],
      'malformedEmail',
    ],
    [
      'no agreement',
      { agreement_accepted: '', services_offered: [] },
      ['agreement_accepted', 'services_offered'],
      agreement,
    ],
    ['no services', { services_offered: [] }, ['services_offered'], service],
    ['unknown services', { services_offered: ['x', ''] }, ['services_offered'], service],
  ])('reports %s', (_what, changes, fields, message) => {
    const checked = onboarding.check({ ...valid, ...changes })
    expect(checked).toMatchObject({ message, errors: fields.map((field) => ({ field })) })
  })

  it.each(['', ' ', '\u200b', 'false', 'off', 'no', '0', 'FALSE'])(
    'does not treat %j as consent',
    (value) => {
      const checked = onboarding.check({ ...valid, agreement_accepted: value })
      expect(checked).toEqual({
        message: agreement,
        errors: [{ field: 'agreement_accepted', message: agreement }],
      })
    },
  )

  it.each(Object.keys(valid).filter((name) => typeof valid[name] === 'string'))(
    'handles 90,000 characters in %s',
    (name) => {
      const checked = onboarding.check({ ...valid, [name]: 'a'.repeat(90_000) })
      if ('payload' in checked) expect(JSON.stringify(checked).length).toBeLessThan(2_000)
      else expect(checked.errors).toMatchObject([{ field: name }])
    },
  )
})
