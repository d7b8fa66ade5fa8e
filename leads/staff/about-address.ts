import { iso } from '../clock.ts'
import type { Mentions } from '../contract/contract.ts'
import type { Actor } from '../contract/permissions.ts'
import { appendAudit } from './audit/append.ts'
import type { StaffContext } from './context.ts'
import { detailOf } from './detail.ts'

/**
 * Everything that is kept about an address, as one JSON text for the person whose it is: what they
 * entered, what became of it, and what staff wrote down.
 *
 * @param ids their leads
 * @param mentions where else the address stands, without what stands there: that is others'
 */
export async function aboutAddress(
  context: StaffContext,
  email: string,
  ids: readonly string[],
  mentions: Mentions,
  by: Actor,
): Promise<string> {
  const { inTransaction, clock } = context
  const at = iso(clock.wall())
  const leads: object[] = []
  for (const id of ids) {
    const lead = await detailOf(context, id)
    if (!lead) continue
    const { revision: _, notes: __, noteList, lastError: ___, ...kept } = lead
    leads.push({ ...kept, notes: noteList })
  }
  const detail = {
    format: 'about-address',
    leads: leads.length,
    mentions: mentions.leads.length + mentions.views.length,
  }
  await inTransaction((within) =>
    appendAudit(within, [{ by, action: 'leads.exported', detail }], at),
  )
  return `${JSON.stringify({ email, at, leads, mentions }, null, 2)}\n`
}
