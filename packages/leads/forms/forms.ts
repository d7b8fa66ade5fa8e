import type { FormDescription } from '../form-description.ts'
import { affiliateApplications } from './affiliate.ts'
import { contact } from './contact.ts'
import type { LeadForm } from './form.ts'
import { onboarding } from './onboarding.ts'
import { waitlist } from './waitlist.ts'

/** All forms of the site. A form's path is in its route. */
export const leadForms: readonly LeadForm[] = [
  waitlist,
  onboarding,
  contact,
  ...affiliateApplications.values(),
]

/** Describes all forms of the site for code that works with their leads. */
export const forms: readonly FormDescription[] = leadForms.map(
  ({ fields, delivered, confirmation, check, correction, ...description }) => description,
)
