import { iso } from '../clock.ts'
import type { Notice } from '../contract/contract.ts'
import type { Actor } from '../contract/permissions.ts'
import { leadId } from '../lead.ts'
import { storable } from '../store/storable.ts'
import { appendAudit } from './audit/audit-log.ts'
import type { StaffContext } from './context.ts'

/** Returns when a person gets messages about new leads; never by default. */
export async function readNotice({ database }: StaffContext, of: Actor): Promise<Notice> {
  const row = await database
    .selectFrom('lead_notice')
    .select(['email', 'mode'])
    .where('owner', '=', of.id)
    .executeTakeFirst()
  return (row as Notice | undefined) ?? { email: '', mode: 'off' }
}

/** Sets when a person gets messages about leads that arrive from now on. Without an address, deletes the choice. */
export async function setNotice(
  context: StaffContext,
  { email, mode }: Notice,
  by: Actor,
): Promise<Notice> {
  const { inTransaction, clock } = context
  const owner = storable(by.id)
  await inTransaction(async (within) => {
    await within.deleteFrom('lead_notice').where('owner', '=', owner).execute()
    if (email !== '') {
      const [last_lead, last_at] = [leadId(clock.monotonic()), iso(0)]
      const digestFrom = iso(clock.wall())
      await within
        .insertInto('lead_notice')
        .values({ owner, email, mode, last_lead, last_at: mode === 'each' ? last_at : digestFrom })
        .execute()
    }
    const event = { by, action: 'notice.changed', detail: { mode } }
    await appendAudit(within, [event], iso(clock.wall()))
  })
  return readNotice(context, by)
}
