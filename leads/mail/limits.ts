import { iso } from '../clock.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'

/** Maximum number of automatic messages to one person in an hour, and in a day. */
const maxPerHour = 3
const maxPerDay = 8

const hourMs = 3_600_000

/** Returns why a person gets no message that is not a reply; undefined if they may get one. */
export function optOutOf(
  applicant: Pick<ApplicantRow, 'unsubscribed_at' | 'bounced_at'>,
): string | undefined {
  if (applicant.unsubscribed_at) return 'unsubscribed'
  return applicant.bounced_at ? 'address refused before' : undefined
}

/**
 * Returns why a person gets no automatic message now, or undefined if they may get one. Nobody can use the forms to
 * send many messages to an address, because the limits count all spellings of a mailbox.
 *
 * @param now in milliseconds of the system clock
 */
export async function suppressionOf(
  within: LeadDatabase,
  applicant: Pick<ApplicantRow, 'id' | 'unsubscribed_at' | 'bounced_at'>,
  now: number,
): Promise<string | undefined> {
  const optedOut = optOutOf(applicant)
  if (optedOut) return optedOut
  const recent = await within
    .selectFrom('lead_message')
    .select('created_at')
    .where('applicant_id', '=', applicant.id)
    .where('created_at', '>', iso(now - 24 * hourMs))
    .where('state', 'not in', ['suppressed', 'canceled'])
    .where('kind', '!=', 'reply')
    .limit(maxPerDay)
    .execute()
  if (recent.length >= maxPerDay) return `limit of ${maxPerDay} a day`
  const hourAgo = iso(now - hourMs)
  if (recent.filter(({ created_at }) => created_at > hourAgo).length < maxPerHour) return undefined
  return `limit of ${maxPerHour} an hour`
}
