import type { Option } from './form.ts'
import { formWords } from './words.ts'

/** Types of business. With `other`, applicants enter their own. */
export const businessTypeOptions: readonly Option[] = [
  { value: 'restaurant', label: formWords.onboarding.restaurant },
  { value: 'store', label: formWords.onboarding.store },
  { value: 'local-service', label: formWords.onboarding.localService },
  { value: 'professional', label: formWords.onboarding.professional },
  { value: 'other', label: formWords.onboarding.other },
]
