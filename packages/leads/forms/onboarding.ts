import * as z from 'zod'
import type { FormValues } from './action-data.ts'
import { businessTypeOptions } from './business-types.ts'
import {
  checkbox,
  defineForm,
  emailAddress,
  error,
  labels,
  labelsOf,
  type Option,
  text,
} from './form.ts'
import { chosenOption } from './prefill.ts'
import { formWords } from './words.ts'

const words = formWords.onboarding

/** Areas that a business sells in. */
export const sellScopeOptions: readonly Option[] = (['locally', 'nationally', 'both'] as const).map(
  (value) => ({ value, label: words[value] }),
)

/** Services: the value that the form sends and the label in the payload. */
export const serviceOptions: readonly Option[] = (
  ['sellProducts', 'foodDelivery', 'localServices', 'professionalServices', 'directory'] as const
).map((value) => ({ value, label: words[value] }))

const rules = z.object({
  full_name: text(200),
  business_name: text(200),
  business_type: z.enum(values(businessTypeOptions)),
  custom_business_type: text(200),
  email: emailAddress(),
  phone: text(50),
  city_state: text(200),
  address: text(500),
  sell_scope: z.enum(values(sellScopeOptions)).or(z.literal('')).catch(''),
  website_profile: text(500),
  business_description: text(2000),
  services_offered: z
    .array(z.string())
    .refine((chosen) => labels(serviceOptions, chosen).length > 0, error('serviceMissing')),
  agreement_accepted: checkbox().refine(Boolean, error('agreementMissing')),
})

/** The business onboarding application. */
export const onboarding = defineForm({
  name: 'onboarding',
  delivered: true,
  confirmation: '/confirmation?form=onboarding',
  required: {
    message: 'required',
    fields: {
      full_name: 'fullNameMissing',
      business_name: 'businessNameMissing',
      business_type: 'businessTypeMissing',
      email: 'emailMissing',
      phone: 'phoneMissing',
      city_state: 'cityMissing',
      website_profile: 'websiteMissing',
      business_description: 'descriptionMissing',
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
    ...labelsOf(words, [
      'business_name',
      'business_type',
      'email',
      'phone',
      'city_state',
      'address',
    ]),
    ...labelsOf(words, ['website_profile', 'services_offered']),
    full_name: 'Full name',
    sell_scope: 'Where they sell',
    business_description: 'What the business does',
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
