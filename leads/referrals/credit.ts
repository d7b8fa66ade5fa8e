import { isPostgres } from '../store/database/dialect.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase, LeadRow } from '../store/database/tables.ts'
import { findSuspicious } from './suspicion/suspicion.ts'

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
 * Records who referred an applicant, by the code of the person's first confirmed application, and credits the referrer.
 * Withholds the credit of a suspicious referral, and credits given earlier that the same evidence concerns, except those
 * that staff decided. Ignores unknown codes and the person's own code.
 */
export async function creditReferrer(
  within: LeadDatabase,
  { id }: Pick<ApplicantRow, 'id'>,
  { referral_code, referral_network }: Pick<LeadRow, 'id' | 'referral_code' | 'referral_network'>,
): Promise<void> {
  const referrer = await within
    .selectFrom('lead_applicant')
    .select('id')
    .where('code', '=', referral_code)
    .where('address', 'is not', null)
    .executeTakeFirst()
  if (!referrer || referrer.id === id) return
  const referred_by = referrer.id
  await within
    .updateTable('lead_applicant')
    .set({ referred_by, credit: 'pending', network: referral_network })
    .where('id', '=', id)
    .execute()
  const suspicious = await findSuspicious(within, id)
  const reasons = suspicious.get(id)
  if (reasons) await setCredit(within, id, 'withheld', reasons.join('; '))
  else await giveCredit(within, { id, referred_by })
  suspicious.delete(id)
  for (const [other, others] of suspicious) await withholdGiven(within, other, others.join('; '))
}

/**
 * Gives or denies a credit, by decision of staff. Rules do not change it afterward: a credit with a reason is one that
 * staff decided, unless it is withheld. A credit given before the person confirms is counted when they do. Resolves to
 * false for a person without a referrer, and for a decision that was made before.
 */
export async function decideCredit(
  within: LeadDatabase,
  id: string,
  decision: 'given' | 'denied',
): Promise<boolean> {
  await lockCredits(within)
  const person = await within
    .selectFrom('lead_applicant')
    .select(['referred_by', 'credit', 'credit_reason', 'confirmed_at'])
    .where('id', '=', id)
    .where('address', 'is not', null)
    .executeTakeFirst()
  if (!person?.referred_by || person.credit === 'none') return false
  const credit = decision === 'given' && !person.confirmed_at ? 'pending' : decision
  if (credit === person.credit && person.credit_reason) return false
  await setCredit(within, id, credit, person.credit_reason ?? 'decided by staff')
  const change = Number(credit === 'given') - Number(person.credit === 'given')
  if (change !== 0) await addReferrals(within, person.referred_by, change)
  return true
}

const setCredit = (
  within: LeadDatabase,
  id: string,
  credit: ApplicantRow['credit'],
  credit_reason: string | null,
) =>
  within.updateTable('lead_applicant').set({ credit, credit_reason }).where('id', '=', id).execute()

async function giveCredit(
  within: LeadDatabase,
  { id, referred_by }: { id: string; referred_by: string },
): Promise<void> {
  await within.updateTable('lead_applicant').set({ credit: 'given' }).where('id', '=', id).execute()
  await addReferrals(within, referred_by, 1)
}

async function withholdGiven(
  within: LeadDatabase,
  id: string,
  credit_reason: string,
): Promise<void> {
  const withheld = await within
    .updateTable('lead_applicant')
    .set({ credit: 'withheld', credit_reason })
    .where('id', '=', id)
    .where('credit', '=', 'given')
    .where('credit_reason', 'is', null)
    .where('address', 'is not', null)
    .returning('referred_by')
    .executeTakeFirst()
  if (withheld?.referred_by) await addReferrals(within, withheld.referred_by, -1)
}

/** Changes a referrer's number of given credits. People who were erased have none. */
const addReferrals = (within: LeadDatabase, id: string, change: number) =>
  within
    .updateTable('lead_applicant')
    .set(({ eb }) => ({ referrals: eb('referrals', '+', change) }))
    .where('id', '=', id)
    .where('address', 'is not', null)
    .execute()
