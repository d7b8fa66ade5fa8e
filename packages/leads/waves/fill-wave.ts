import { iso } from '../clock.ts'
import type { Actor } from '../contract/permissions.ts'
import type { WavePeople } from '../contract/waves.ts'
import { addMessages, type NewMessage } from '../mail/outbox.ts'
import { appendAudit } from '../staff/audit/audit-log.ts'
import { valueList } from '../store/database/row-table.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { inPages } from '../store/pages.ts'
import type { StoreContext } from '../store/store-context.ts'
import { choosePeople } from './people.ts'
import { lockWave, setWave } from './wave.ts'

/** Invites the people of a new wave, in several transactions, so that submissions don't wait for all of them. */
export async function fillWave(
  { database, inTransaction, clock }: StoreContext,
  id: string,
  wanted: WavePeople,
): Promise<void> {
  const invite = async (within: LeadDatabase, page: readonly string[]) => {
    if (!(await lockUnfilled(within, id))) return []
    const missing = wanted.count - (await invitedBy(within, id)).length
    const people = await within
      .updateTable('lead_applicant')
      .set({ invited_at: iso(clock.wall()) })
      .where('id', 'in', valueList(within, page.slice(0, missing)))
      .where('invited_at', 'is', null)
      .where('unsubscribed_at', 'is', null)
      .where('bounced_at', 'is', null)
      .where('address', 'is not', null)
      .returning(['id', 'email'])
      .execute()
    // In the order of their ranks.
    people.sort((one, other) => page.indexOf(one.id) - page.indexOf(other.id))
    const messages = people.map((person): NewMessage => {
      const to = { applicantId: person.id, recipient: person.email }
      return { kind: 'invited', state: 'waiting', waveId: id, ...to }
    })
    await addMessages(within, clock, messages)
    return people
  }
  // Again if another wave has invited some of them meanwhile.
  while (await lockUnfilled(database, id)) {
    const before = await invitedBy(database, id)
    const count = wanted.count - before.length
    const people = count > 0 ? await choosePeople(database, { ...wanted, count }, before) : []
    if (people.length === 0) return
    const ids = people.map((person) => person.id)
    await inPages(inTransaction, ids, invite)
  }
}

/** Locks a new wave that is not complete. Resolves to undefined for others. */
async function lockUnfilled(within: LeadDatabase, id: string) {
  const wave = await lockWave(within, id, 'paused')
  return wave?.size === 0 ? wave : undefined
}

/** Lets a new wave run, unless that was done before. */
export const startWave = ({ inTransaction, clock }: StoreContext, id: string, by: Actor) =>
  inTransaction(async (within) => {
    const wave = await lockUnfilled(within, id)
    if (!wave) return
    const size = (await invitedBy(within, id)).length
    await setWave(within, id, { size, state: 'running' })
    const detail = { wave: id, people: size, perHour: wave.per_hour }
    await appendAudit(within, [{ by, action: 'wave.created', detail }], iso(clock.wall()))
  })

/** Returns the mailboxes that a wave has a message to. */
async function invitedBy(within: LeadDatabase, id: string): Promise<string[]> {
  const rows = await within
    .selectFrom('lead_message')
    .innerJoin('lead_applicant', 'lead_applicant.id', 'lead_message.applicant_id')
    .select('lead_applicant.mailbox')
    .where('wave_id', '=', id)
    .execute()
  return rows.map(({ mailbox }) => mailbox)
}
