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

/** What staff read at a key of a form's payload; the key itself where the site has no such field any more. */
export function labelOf(form: string, key: string): string {
  const labels = forms.find(({ name }) => name === form)?.labels ?? {}
  return Object.hasOwn(labels, key) ? (labels[key] ?? key) : key
}

/** The keys of all forms' payloads, in the forms' order. */
export const formKeys: readonly string[] = [
  'type',
  ...forms.flatMap(({ labels }) => Object.keys(labels)),
]
