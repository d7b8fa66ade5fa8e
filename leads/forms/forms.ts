import type { FormDescription } from '../form-description.ts'
import { affiliateApplications } from './affiliate.ts'
import { contact } from './contact.ts'
import { onboarding } from './onboarding.ts'
import { waitlist } from './waitlist.ts'

/** Describes all forms of the site for code that works with their leads. A form's path is in its route. */
export const forms: readonly FormDescription[] = [
  waitlist,
  onboarding,
  contact,
  ...affiliateApplications.values(),
].map(({ fields, delivered, confirmation, check, correction, ...description }) => description)
