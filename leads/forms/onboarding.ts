import * as z from 'zod'
import type { FormValues } from './action-data.ts'
import { checkbox, defineForm, emailAddress, labels, type Option, text } from './form.ts'
import { chosenOption } from './prefill.ts'

/** Types of business. With `other`, applicants enter their own. */
export const businessTypeOptions: readonly Option[] = [
  { value: 'restaurant', label: 'Restaurant' },
  { value: 'store', label: 'Store' },
  { value: 'local-service', label: 'Local service' },
  { value: 'professional', label: 'Professional' },
  { value: 'other', label: 'Other' },
]

/** Areas that a business sells in. */
export const sellScopeOptions: readonly Option[] = [
  { value: 'locally', label: 'Locally' },
  { value: 'nationally', label: 'Nationally' },
  { value: 'both', label: 'Both' },
]

/** Services: the value that the form sends and the label in the payload. */
export const serviceOptions: readonly Option[] = [
  { value: 'sellProducts', label: 'Sell physical products' },
  {
    value: 'foodDelivery',
    label: 'List food/restaurant items for delivery, Pickup and Dining',
  },
  { value: 'localServices', label: 'Offer local services (home or in-store)' },
  {
    value: 'professionalServices',
    label: 'Offer professional services (virtual or in-person)',
  },
  { value: 'directory', label: 'Join Halvi Directory for those who search locally' },
]

const messages = {
  required: 'Please fill in all required fields',
  agreement: 'Please agree to the terms to continue',
  service: "Please select at least one service you'd like to offer",
}

const rules = z.object({
  full_name: text('your name', 200),
  business_name: text('the name of your business', 200),
  business_type: z.enum(values(businessTypeOptions)),
  custom_business_type: text('your type of business', 200),
  email: emailAddress(),
  phone: text('your phone number', 50),
  city_state: text('your city and state', 200),
  address: text('your address', 500),
  sell_scope: z.enum(values(sellScopeOptions)).or(z.literal('')).catch(''),
  website_profile: text('your website or profile', 500),
  business_description: text('the description of your business', 2000),
  services_offered: z
    .array(z.string())
    .refine((chosen) => labels(serviceOptions, chosen).length > 0, messages.service),
  agreement_accepted: checkbox().refine(Boolean, messages.agreement),
})

/** The business onboarding application. */
export const onboarding = defineForm({
  name: 'onboarding',
  delivered: true,
  confirmation: '/confirmation?form=onboarding',
  required: {
    message: messages.required,
    fields: {
      full_name: 'Enter your full name',
      business_name: 'Enter the name of your business',
      business_type: 'Select your type of business',
      email: 'Enter your email address',
      phone: 'Enter your phone number',
      city_state: 'Enter your city and state',
      website_profile: 'Enter your website or social profile',
      business_description: 'Describe your business in 1–2 sentences',
    },
  },
  rules,
  // The specification reports a missing agreement before it.
  last: 'services_offered',
  payload: ({ business_type, custom_business_type, services_offered, ...values }) => ({
    type: 'onboarding_application',
    full_name: values.full_name,
    business_name: values.business_name,
    business_type: business_type === 'other' ? custom_business_type : business_type,
    email: values.email,
    phone: values.phone,
    city_state: values.city_state,
    address: values.address,
    sell_scope: values.sell_scope,
    website_profile: values.website_profile,
    business_description: values.business_description,
    services_offered: labels(serviceOptions, services_offered).join(', '),
    agreement_accepted: values.agreement_accepted,
  }),
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
  correctable: [
    ...(['full_name', 'business_name', 'phone', 'city_state', 'address'] as const),
    ...(['website_profile', 'business_description'] as const),
  ],
  counted: {
    city: 'city_state',
    businessTypes: { key: 'business_type', options: businessTypeOptions },
    services: { key: 'services_offered', options: serviceOptions },
  },
})

/** Returns the values that a link fills in: `?business_type=`. */
export function onboardingDefaults(params: URLSearchParams): FormValues {
  return { business_type: chosenOption(params, 'business_type', businessTypeOptions) }
}

function values(options: readonly Option[]): string[] {
  return options.map(({ value }) => value)
}
