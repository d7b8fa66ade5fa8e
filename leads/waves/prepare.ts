import { iso } from '../clock.ts'
import { addMessages } from '../mail/outbox.ts'
import { isPostgres } from '../store/database/dialect.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import type { StoreContext } from '../store/store-context.ts'
import { invitable } from './people.ts'
import { batch, lockWave, setWave } from './wave.ts'

/**
 * Adds some messages of a wave. Each transaction records its progress, so that a new process continues there.
 * Resolves to whether more can be added now.
 */
export const prepareSome = ({ inTransaction, clock }: StoreContext, id: string): Promise<boolean> =>
  inTransaction(async (within) => {
    const wave = await lockWave(within, id, 'preparing')
    if (!wave) return false
    const { position } = wave
    const chosen = wave.people ? (JSON.parse(wave.people) as string[]) : undefined
    const slice = chosen?.slice(position, position + batch)
    const candidates = invitable(within).where('mailbox', 'not in', invitedMailboxes(within, id))
    const left = slice
      ? candidates.where('id', 'in', ['', ...slice])
      : candidates.limit(Math.min(batch, wave.size - wave.prepared))
    const found = await (isPostgres(within) ? left.forUpdate().skipLocked() : left).execute()
    const mailboxes = new Set<string>()
    const people = found.filter(({ mailbox }) => !mailboxes.has(mailbox) && mailboxes.add(mailbox))
    if (people.length > 0) {
      const ids = people.map((person) => person.id)
      const invited = within.updateTable('lead_applicant').where('id', 'in', ids)
      await invited.set({ invited_at: iso(clock.wall()) }).execute()
      const message = { kind: 'invited', state: 'waiting', waveId: id } as const
      const messages = people.map((person) => ({ applicantId: person.id, recipient: person.email }))
      await addMessages(
        within,
        clock,
        messages.map((to) => ({ ...to, ...message })),
      )
      await setWave(within, id, { prepared: wave.prepared + people.length })
      return true
    }
    // Another transaction holds the others.
    if ((await left.execute()).length > 0) return false
    const hasMore = position + batch < (chosen?.length ?? 0)
    const done = { state: 'running', size: wave.prepared, people: null }
    await setWave(within, id, hasMore ? { position: position + batch } : done)
    return hasMore
  })

/** Returns the mailboxes that have a message of a wave, also those of people who were erased. */
const invitedMailboxes = (within: LeadDatabase, wave: string) =>
  within
    .selectFrom('lead_message')
    .innerJoin('lead_applicant as invited', 'invited.id', 'lead_message.applicant_id')
    .select('invited.mailbox')
    .where('wave_id', '=', wave)
