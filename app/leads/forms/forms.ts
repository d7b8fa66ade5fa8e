import { affiliateApplications } from './affiliate.ts'
import { contact } from './contact.ts'
import type { LeadForm } from './form.ts'
import { onboarding } from './onboarding.ts'
import { waitlist } from './waitlist.ts'

/** Every form of the site. Where it stands, its route tells. */
const forms: readonly LeadForm[] = [
  waitlist,
  onboarding,
  contact,
  ...affiliateApplications.values(),
]

/** What the forms are called, to staff and in the store. */
export const formNames: readonly string[] = forms.map(({ name }) => name)
