import * as z from 'zod'
import type { FormValues } from './action-data.ts'
import { defineForm, emailAddress, error, labels, labelsOf, type Option, text } from './form.ts'
import { chosenOptions, plainText } from './prefill.ts'
import { formWords } from './words.ts'

const words = formWords.waitlist

/** The interest that staff can hide, and that has a risk note. */
export const investment = 'investInHalvi'

/** Interests: the value that the form sends and the label in the payload. */
export const interestOptions: readonly Option[] = (
  ['openStore', 'joinAffiliate', 'joinProfessional', 'shopOnHalvi', investment] as const
).map((value) => ({ value, label: words[value] }))

const rules = z
  .object({
    name: text(200),
    email: emailAddress(),
    social_handle: text(200),
    city: text(200),
    interests: z.array(z.string()),
    custom_interest: text(2000),
  })
  .refine(
    ({ interests, custom_interest }) =>
      labels(interestOptions, interests).length > 0 || custom_interest,
    { ...error('interestMissing'), path: ['interests'] },
  )

/** The waitlist application. */
export const waitlist = defineForm({
  name: 'waitlist',
  delivered: true,
  confirmation: '/confirmation',
  required: {
    message: 'required',
    fields: { name: 'nameMissing', email: 'emailMissing' },
  },
  rules,
  payload: ({ name, social_handle, email, interests, custom_interest, city }) => ({
    type: 'waitlist_application',
    name,
    social_handle,
    email,
    interests: labels(interestOptions, interests).join(', '),
    custom_interest,
    ...(city && { city }),
  }),
  labels: {
    ...labelsOf(words, ['name', 'social_handle', 'email', 'city']),
    interests: 'Interests',
    custom_interest: 'Something else',
  },
  correctable: ['name', 'social_handle', 'city'],
  staffOnly: ['city'],
  counted: { city: 'city', interests: { key: 'interests', options: interestOptions } },
})

/**
 * Returns the values that a link fills in: `?interest=`, once or several times, and `?custom_interest=`.
 *
 * @param shown the interests that the form shows
 */
export function waitlistDefaults(params: URLSearchParams, shown: readonly Option[]): FormValues {
  return {
    interests: chosenOptions(params, 'interest', shown),
    custom_interest: plainText(params, 'custom_interest'),
  }
}
