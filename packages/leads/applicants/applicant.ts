import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'
import { iso } from '../clock.ts'
import { isPostgres } from '../store/database/dialect.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { addressOf } from './address.ts'
import { newLinkSecret } from './links.ts'
import { hashMailbox } from './mailbox-hash.ts'
import { codeAlphabet, codeLength } from './referral-code.ts'

/**
 * Returns the applicant with an email address, locked, adding the person if new. A new person has the name and language
 * of this application until one is confirmed; an existing one does not change.
 *
 * @param now in milliseconds of the system clock
 */
export async function findOrAddApplicant(
  within: LeadDatabase,
  { email, name, language }: Pick<ApplicantRow, 'email' | 'name' | 'language'>,
  now: number,
): Promise<ApplicantRow> {
  const address = addressOf(email)
  const person = within.selectFrom('lead_applicant').selectAll().where('address', '=', address)
  const find = () => (isPostgres(within) ? person.forUpdate() : person).executeTakeFirst()
  const known = await find()
  if (known) return known
  const row = { id: v7({ msecs: now }), address, email, name, language, secret: newLinkSecret() }
  const added = await within
    .insertInto('lead_applicant')
    .values({ ...row, ...(await hashMailbox(within, email)), created_at: iso(now) })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returningAll()
    .executeTakeFirst()
  return added ?? person.executeTakeFirstOrThrow()
}

/** Returns a new random referral code, of about 64 bits. */
export const newReferralCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
