import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { isDisposable } from './disposable.ts'

/**
 * Maximum numbers of people at one private domain in 24 hours, and on one network in a day (UTC), whose referrers get
 * credit without a decision of staff. Networks have more people than most families.
 */
const maxAtDomain = 5
const maxOnNetwork = 10

const dayMs = 86_400_000

/**
 * Returns why staff must decide on the credit for a person who just confirmed, or undefined. Compares the person only
 * with the referrer, and with confirmed people whom a link brought; also with those who were erased. The credits are
 * locked.
 */
export async function suspicionAbout(
  within: LeadDatabase,
  person: Pick<ApplicantRow, 'id' | 'address' | 'mailbox' | 'domain' | 'confirmed_at'>,
  referrer: Pick<ApplicantRow, 'mailbox'>,
  network: string | null,
): Promise<string | undefined> {
  if (await isDisposable(person.address ?? '')) return 'disposable address'
  if (person.mailbox === referrer.mailbox) return 'same mailbox as the referrer'
  const brought = within
    .selectFrom('lead_applicant')
    .select('id')
    .where('credit', '!=', 'none')
    .where('id', '!=', person.id)
  const sameMailbox = brought.where('mailbox', '=', person.mailbox).limit(1)
  if ((await sameMailbox.execute()).length > 0) return 'mailbox that counted before'
  const since = new Date(Date.parse(person.confirmed_at ?? '') - dayMs).toISOString()
  const atDomain = brought
    .where('domain', '=', person.domain)
    .where('confirmed_at', '>', since)
    .limit(maxAtDomain)
  if ((await atDomain.execute()).length === maxAtDomain) {
    return `more than ${maxAtDomain} people at one private domain in a day`
  }
  // A network's hash changes each day.
  const onNetwork = brought.where('network', '=', network).limit(maxOnNetwork)
  if ((await onNetwork.execute()).length < maxOnNetwork) return undefined
  return `more than ${maxOnNetwork} people on one network in a day`
}
