import { createHmac, randomBytes } from 'node:crypto'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { mailboxOf, privateDomainOf } from './address.ts'

/**
 * Resolves to a function that returns keyed hashes of an address's mailbox and private domain, which are kept when the
 * person is erased, so that limits still apply. Without the key, which is in the database, nobody can compute them.
 */
export async function mailboxHash(
  within: LeadDatabase,
): Promise<(email: string) => Pick<ApplicantRow, 'mailbox' | 'domain'>> {
  const key = await mailboxKey(within)
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return (email) => {
    const domain = privateDomainOf(email)
    return { mailbox: hash(mailboxOf(email)), domain: domain ? hash(domain) : null }
  }
}

async function mailboxKey(within: LeadDatabase): Promise<string> {
  const keys = within.selectFrom('lead_mail').select('mailbox_key')
  const { mailbox_key } = await keys.executeTakeFirstOrThrow()
  if (mailbox_key) return mailbox_key
  // Another process may add one first.
  await within
    .updateTable('lead_mail')
    .set({ mailbox_key: randomBytes(32).toString('base64url') })
    .where('mailbox_key', 'is', null)
    .execute()
  return (await keys.executeTakeFirstOrThrow()).mailbox_key ?? ''
}
