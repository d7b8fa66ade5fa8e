import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'
import { iso } from '../clock.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { normalizeAddress } from './address.ts'
import { newLinkSecret } from './links.ts'

/**
 * Returns the applicant with an email address in any spelling, adding the person if new. `added` says whether this
 * call added the row. An existing applicant gets the new name.
 *
 * @param now in milliseconds of the system clock
 */
export async function findOrAddApplicant(
  within: LeadDatabase,
  { email, name }: { email: string; name: string },
  now: number,
): Promise<{ applicant: ApplicantRow; added: boolean }> {
  const address = normalizeAddress(email)
  const row = { id: v7({ msecs: now }), address, email, name, secret: newLinkSecret() }
  const added = await within
    .insertInto('lead_applicant')
    .values({ ...row, created_at: iso(now) })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added) return { applicant: added, added: true }
  const applicant = await within
    .updateTable('lead_applicant')
    .set({ name })
    .where('address', '=', address)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { applicant, added: false }
}

/** Letters and digits of referral codes. Those that look alike are left out. */
const codeAlphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const codeLength = 13

/** Returns a new random referral code, of about 64 bits. */
export const newReferralCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')

/** Matches a referral code. */
export const codePattern = new RegExp(`^[${codeAlphabet}]{${codeLength}}$`)
