import { iso } from '../clock.ts'
import type { Actor } from '../contract/permissions.ts'
import type { Notice } from '../contract/staff.ts'
import { leadId } from '../lead.ts'
import { storable } from '../store/storable.ts'
import { appendAudit } from './audit/audit-log.ts'
import type { StaffContext } from './context.ts'

/** A staff member with the address of their account, or ''. */
export type Addressee = Actor & { email: string }

/** Returns which messages a person gets; none by default. */
export async function readNotice(
  { database }: StaffContext,
  { id, email }: Addressee,
): Promise<Notice> {
  const row = await database
    .selectFrom('lead_notice')
    .select('mode')
    .where('owner', '=', id)
    .executeTakeFirst()
  return { email, mode: (row?.mode ?? 'off') as Notice['mode'] }
}

/**
 * Sets which messages a person gets about leads that arrive from now on. They go to the address of the account, so
 * that nobody can have them sent to others.
 */
export async function setNotice(
  context: StaffContext,
  { mode }: Pick<Notice, 'mode'>,
  by: Addressee,
): Promise<Notice> {
  const { inTransaction, clock } = context
  const owner = storable(by.id)
  await inTransaction(async (within) => {
    await within.deleteFrom('lead_notice').where('owner', '=', owner).execute()
    const { email } = by
    if (email !== '' && mode !== 'off') {
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
