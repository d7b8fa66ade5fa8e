import { expect, it } from 'vitest'
import { onboarding } from '../../forms/onboarding.ts'
import { payloadOf } from '../../forms/testing/form-values.ts'
import { waitlist } from '../../forms/waitlist.ts'
import { topicsOf as readTopics } from './topics.ts'

const topicsOf = (payload: Parameters<typeof readTopics>[0]) =>
  readTopics(payload, [waitlist, onboarding])

const business = (business_type: string, custom_business_type = '', services = ['directory']) =>
  payloadOf(onboarding, {
    ...{ full_name: 'Amina', business_name: 'Amina Sews', email: 'amina@example.com' },
    ...{ phone: '2145550142', city_state: 'Dallas, TX', website_profile: 'amina.example' },
    ...{ business_description: 'We sew.', agreement_accepted: 'on', services_offered: services },
    ...{ business_type, custom_business_type },
  })

it.each([
  ['restaurant', '', 'Restaurant'],
  ['store', 'Tailor', 'Store'],
  ['local-service', '', 'Local service'],
  ['professional', '', 'Professional'],
  ['other', 'Tailor', 'Other'],
  ['other', '', 'Other'],
  ['other', 'Local Service', 'Local service'],
  ['other', 'restaurant', 'Restaurant'],
])('counts the business type %j with the text %j as %j', (type, custom, label) => {
  expect(topicsOf(business(type, custom)).businessTypes).toEqual([label])
})

it('reads business types that are labels, and none if the form has no such field', () => {
  expect(topicsOf({ business_type: 'Local service' }).businessTypes).toEqual(['Local service'])
  expect(topicsOf({ message: 'Restaurant' }).businessTypes).toEqual([])
})
