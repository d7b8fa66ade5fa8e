import { iso } from '../../clock.ts'
import type { Actor } from '../../contract/permissions.ts'
import { appendAudit } from '../audit/append.ts'
import { type Erasing, emptyLeads } from './empty-leads.ts'
import { redactMentions } from './redact-mentions.ts'
import { removeSearchesFor } from './searches-for-address.ts'

/**
 * Empties all leads of an address, with their notes, and removes what searches for it.
 *
 * @param ids those leads
 * @param mentions other leads, in which the address is replaced
 */
export async function eraseAddress(
  erasing: Erasing,
  email: string,
  ids: readonly string[],
  by: Actor,
  mentions: readonly string[] = [],
): Promise<{ erased: number; redacted: number }> {
  const emptied = await emptyLeads(erasing, ids, by, 'request')
  const redacted = await redactMentions(erasing, email, mentions, by)
  const { inTransaction, clock } = erasing
  await inTransaction(async (within) => {
    await removeSearchesFor(within, email)
    const detail = { leads: emptied.length, ...(redacted > 0 && { redacted }) }
    await appendAudit(within, [{ by, action: 'leads.erased', detail }], iso(clock.wall()))
  })
  return { erased: emptied.length, redacted }
}
