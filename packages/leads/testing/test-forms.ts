import type { FormDescription, Option } from '../form-description.ts'
import type { Payload } from '../lead.ts'

// Forms for tests of code that works with leads. Their keys and options match those of the site's forms, which
// test-forms.test.ts checks. Additional fields of a form do not matter here.

const option = (label: string, value: string): Option => ({ value, label })

const interests = [
  option('Open my store for online orders', 'openStore'),
  option(
    'Be part of the affiliate program to earn passive income & support the halal lifestyle',
    'joinAffiliate',
  ),
  option('Join as a professional and offer my services', 'joinProfessional'),
  option('Shop on Halvi and use halal lifestyle services', 'shopOnHalvi'),
  option('Invest in Halvi for 3x return in 18 months', 'investInHalvi'),
]
const services = [
  option('Sell physical products', 'sellProducts'),
  option('List food/restaurant items for delivery, Pickup and Dining', 'foodDelivery'),
  option('Offer local services (home or in-store)', 'localServices'),
  option('Offer professional services (virtual or in-person)', 'professionalServices'),
  option('Join Halvi Directory for those who search locally', 'directory'),
]
const businessTypes = [
  option('Restaurant', 'restaurant'),
  option('Store', 'store'),
  option('Local service', 'local-service'),
  option('Professional', 'professional'),
  option('Other', 'other'),
]

/** A form with interests, which charts count. */
export const waitlist: FormDescription = {
  name: 'waitlist',
  labels: {
    name: 'Name',
    social_handle: 'Social handle',
    email: 'Email',
    interests: 'Interests',
    custom_interest: 'Something else',
    city: 'City',
  },
  staffOnly: ['city'],
  counted: { city: 'city', interests: { key: 'interests', options: interests } },
}

const onboarding: FormDescription = {
  name: 'onboarding',
  labels: {
    full_name: 'Full name',
    business_name: 'Business name',
    business_type: 'Business type',
    email: 'Email',
    phone: 'Phone',
    city_state: 'City and state',
    address: 'Business address',
    sell_scope: 'Where they sell',
    website_profile: 'Website or social profile',
    business_description: 'What the business does',
    services_offered: 'Services',
    agreement_accepted: 'Agreed to the terms',
  },
  counted: {
    city: 'city_state',
    businessTypes: { key: 'business_type', options: businessTypes },
    services: { key: 'services_offered', options: services },
  },
}

const contact: FormDescription = {
  name: 'contact',
  labels: { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message' },
}

const affiliate = (program: string): FormDescription => ({
  name: `affiliate-${program}`,
  labels: {
    program: 'Program',
    fullName: 'Full name',
    email: 'Email',
    phone: 'Phone',
    city: 'City and state',
    instagram: 'Instagram handle',
    howHeard: 'How they heard about us',
    whyJoin: 'Why they want to join',
    shareOnSocial: 'Will post about taking part',
  },
  counted: { city: 'city' },
})

/** The forms whose leads tests store. */
export const testForms: readonly FormDescription[] = [
  waitlist,
  onboarding,
  contact,
  ...['regular', 'creator', 'challenge'].map(affiliate),
]

/** Returns a form's payload with its keys in the form's order. Ignores values for other keys. */
export function payloadOf(
  { name, labels }: FormDescription,
  values: Readonly<Record<string, string | boolean>>,
): Payload {
  const entries = Object.keys(labels).map((key) => [key, values[key] ?? ''])
  return { type: `${name}_application`, ...Object.fromEntries(entries) }
}
