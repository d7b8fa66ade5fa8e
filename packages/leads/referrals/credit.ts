import { isPostgres } from '../store/database/dialect.ts'
import type { ApplicantRow, MessageRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { suspicionAbout } from './suspicion.ts'

/**
 * Locks the credits until the end of the transaction, so that changes of credits never wait for each other's rows.
 * Resolves to the number of addresses confirmed so far.
 */
export async function lockCredits(within: LeadDatabase): Promise<number> {
  const { confirmed } = await within
    .selectFrom('lead_mail')
    .select('confirmed')
    .$if(isPostgres(within), (counter) => counter.forUpdate())
    .executeTakeFirstOrThrow()
  return confirmed
}

/**
 * Records who referred an applicant, by the code of the person's first confirmed submission, and credits the referrer.
 * Withholds the credit of a suspicious referral until staff decide. Ignores unknown codes and the person's own code.
 */
export async function creditReferrer(
  within: LeadDatabase,
  applicant: ApplicantRow,
  { referral_code, network }: Pick<MessageRow, 'referral_code' | 'network'>,
): Promise<void> {
  const referrer = await within
    .selectFrom('lead_applicant')
    .select(['id', 'mailbox'])
    .where('code', '=', referral_code)
    .where('address', 'is not', null)
    .executeTakeFirst()
  if (!referrer || referrer.id === applicant.id) return
  const reason = await suspicionAbout(within, applicant, referrer, network)
  await within
    .updateTable('lead_applicant')
    .set({
      ...{ referred_by: referrer.id, network },
      ...{ credit: reason ? 'withheld' : 'given', credit_reason: reason ?? null },
    })
    .where('id', '=', applicant.id)
    .execute()
  if (!reason) await addReferrals(within, referrer.id, 1)
}

/**
 * Gives or denies a credit, by decision of staff. Resolves to false for a person without a referrer, and for a decision
 * that changes nothing.
 */
export async function decideCredit(
  within: LeadDatabase,
  id: string,
  decision: 'given' | 'denied',
): Promise<boolean> {
  await lockCredits(within)
  const people = within.selectFrom('lead_applicant').select(['referred_by', 'credit'])
  const person = await people
    .where('id', '=', id)
    .where('address', 'is not', null)
    .executeTakeFirst()
  if (!person?.referred_by || person.credit === decision) return false
  await within
    .updateTable('lead_applicant')
    .set({ credit: decision })
    .where('id', '=', id)
    .execute()
  const change = Number(decision === 'given') - Number(person.credit === 'given')
  if (change !== 0) await addReferrals(within, person.referred_by, change)
  return true
}

/** Changes a referrer's number of given credits. People who were erased have none. */
const addReferrals = (within: LeadDatabase, id: string, change: number) =>
  within
    .updateTable('lead_applicant')
    .set(({ eb }) => ({ referrals: eb('referrals', '+', change) }))
    .where('id', '=', id)
    .where('address', 'is not', null)
    .execute()
