import { iso } from '../clock.ts'
import { appendAudit } from './audit/append.ts'
import type { StaffContext } from './context.ts'
import type { Actor } from './contract/permissions.ts'
import { detailOf } from './detail.ts'

/**
 * Everything that is kept about an address, as one JSON text for the person whose it is: what they
 * entered, what became of it, and what staff wrote down.
 *
 * @param ids their leads
 */
export async function aboutAddress(
  context: StaffContext,
  email: string,
  ids: readonly string[],
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
  const detail = { format: 'about-address', leads: leads.length }
  await inTransaction((within) =>
    appendAudit(within, [{ by, action: 'leads.exported', detail }], at),
  )
  return `${JSON.stringify({ email, at, leads }, null, 2)}\n`
}
