import { affiliateApplications } from './affiliate.ts'
import { contact } from './contact.ts'
import type { LeadForm } from './form.ts'
import { onboarding } from './onboarding.ts'
import { waitlist } from './waitlist.ts'

/** Every form of the site, by the path of its page. */
const forms: ReadonlyMap<string, LeadForm> = new Map([
  ['/waitlist', waitlist],
  ['/onboarding', onboarding],
  ['/support/contact', contact],
  ...[...affiliateApplications].map(
    ([programme, form]) => [`/affiliate/apply/${programme}`, form] as const,
  ),
])

/** What the forms are called, to staff and in the store. */
export const formNames: readonly string[] = [...forms.values()].map(({ name }) => name)

/** The form that is submitted to a path, by a browser or (`.data`) by a script of ours. */
export function formAt(path: string): LeadForm | undefined {
  return forms.get(path.replace(/(\.data|\/)$/, ''))
}
