import { iso } from '../../clock.ts'
import type { Permission } from '../../contract/permissions.ts'
import { leadId } from '../../lead.ts'
import type { StoreContext } from '../../store/store-context.ts'
import type { MessageKind } from '../message.ts'
import { addMessage } from '../outbox.ts'

/** Resolves to whether a person is a staff member with a permission now. */
export type StaffMay = (id: string, permission: Permission) => Promise<boolean>

/** Minimum time between two messages about new leads, by what a person has chosen, in milliseconds. */
const intervals: Readonly<Record<string, number>> = {
  each: 60_000,
  hourly: 3_600_000,
  daily: 86_400_000,
}

/** Age from which leads are counted, so that all with an earlier id are stored, in milliseconds. */
const settledMs = 2_000

/** Minimum time between two messages of another kind to the same address, in milliseconds. */
const repeatMs = 86_400_000

/** Maximum number of invitations to the same address within `repeatMs`. */
const maxInvitations = 5

/**
 * Returns functions that add messages to staff to the outbox. They contain no data of applicants: those are only in the
 * Studio.
 */
export function createNotices({ database, inTransaction, clock }: StoreContext, may: StaffMay) {
  /**
   * Adds due messages about new leads. Several leads within a minute are one message. Deletes the choices of people
   * who may no longer read leads.
   */
  async function addDue(): Promise<void> {
    const now = clock.wall()
    const until = leadId(clock.monotonic() - settledMs)
    for (const notice of await database.selectFrom('lead_notice').selectAll().execute()) {
      const interval = intervals[notice.mode]
      if (interval === undefined || Date.parse(notice.last_at) + interval > now) continue
      // Counted here: SQLite would count by form and spam with an index of all leads.
      const rows = await database
        .selectFrom('lead')
        .select(['id', 'form', 'spam'])
        .where('id', '>', notice.last_lead)
        .where('id', '<', until)
        .orderBy('id')
        .execute()
      const leads = rows.filter(({ spam }) => spam === 0)
      if (leads.length === 0) continue
      if (!(await may(notice.owner, 'leads:read'))) {
        await inTransaction((within) =>
          within.deleteFrom('lead_notice').where('owner', '=', notice.owner).execute(),
        )
        continue
      }
      const counts = [...new Set(leads.map(({ form }) => form))].map((form) => ({
        form,
        leads: leads.filter((lead) => lead.form === form).length,
      }))
      await inTransaction(async (within) => {
        // Another process may have added the message.
        const { numUpdatedRows } = await within
          .updateTable('lead_notice')
          .set({ last_at: iso(now), last_lead: until })
          .where('owner', '=', notice.owner)
          .where('last_lead', '=', notice.last_lead)
          .where('mode', '=', notice.mode)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return
        const one = leads.length === 1 ? `/lead/${leads[0]?.id}` : ''
        const path = `/studio/leads${one}`
        const data = { counts, path }
        const kind = notice.mode === 'each' ? 'new-lead' : 'digest'
        const message = { kind, recipient: notice.email, data, state: 'pending' } as const
        await addMessage(within, clock, message)
      })
    }
  }

  /**
   * Adds a message to one address, unless it got one of this kind in the last 24 hours, or five invitations, which
   * replace each other. Resolves to whether it was added.
   */
  async function write(
    kind: MessageKind,
    recipient: string,
    data: Readonly<Record<string, unknown>>,
  ): Promise<boolean> {
    return inTransaction(async (within) => {
      const recent = await within
        .selectFrom('lead_message')
        .select('id')
        .where('applicant_id', 'is', null)
        .where('kind', '=', kind)
        .where('recipient', '=', recipient)
        .where('created_at', '>', iso(clock.wall() - repeatMs))
        .execute()
      if (recent.length >= (kind === 'invitation' ? maxInvitations : 1)) return false
      await addMessage(within, clock, { kind, recipient, data, state: 'pending' })
      return true
    })
  }

  return { addDue, write }
}
