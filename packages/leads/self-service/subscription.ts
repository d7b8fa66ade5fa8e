import { readLink } from '../applicants/links.ts'
import { iso } from '../clock.ts'
import { suppressWaiting } from '../mail/outbox.ts'
import type { ApplicantContext } from './context.ts'

/** Returns whether a person gets messages, for a link to unsubscribe; undefined for a link that does not work. */
export async function isSubscribed(
  { database, clock }: ApplicantContext,
  token: string,
): Promise<boolean | undefined> {
  const { state, applicant } = await readLink(database, token, 'unsubscribe', clock.wall())
  return state === 'valid' ? applicant.unsubscribed_at === null : undefined
}

/**
 * Sets whether a person gets messages. Resolves to false for a link that does not work.
 *
 * @param purpose the purpose of the link with this token
 */
export async function subscribe(
  { database, inTransaction, clock }: ApplicantContext,
  token: string,
  isSubscribed: boolean,
  purpose: 'unsubscribe' | 'page' = 'unsubscribe',
): Promise<boolean> {
  const { state, applicant } = await readLink(database, token, purpose, clock.wall())
  if (state !== 'valid') return false
  await inTransaction(async (within) => {
    const unsubscribed_at = isSubscribed ? null : iso(clock.wall())
    const person = within.updateTable('lead_applicant').where('id', '=', applicant.id)
    await person.set({ unsubscribed_at }).execute()
    if (!isSubscribed) await suppressWaiting(within, clock, applicant.id)
  })
  return true
}
