import type { FormDescription } from '../form-description.ts'
import { affiliateApplications } from './affiliate.ts'
import { contact } from './contact.ts'
import { onboarding } from './onboarding.ts'
import { waitlist } from './waitlist.ts'

/** Every form of the site, described for whoever works with its leads. Where it stands, its route tells. */
export const forms: readonly FormDescription[] = [
  waitlist,
  onboarding,
  contact,
  ...affiliateApplications.values(),
].map(({ name, labels, counted }) => ({ name, labels, counted }))
