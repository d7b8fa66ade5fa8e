import { setTimeout as sleep } from 'node:timers/promises'
import { iso } from '../clock.ts'
import type { MessageState } from '../mail/message.ts'
import { holdQueued, isOnHold, setHold } from '../mail/operating/hold.ts'
import { type Progress, recordAudit, type Tools } from './tools.ts'

/** Counts messages by kind and state, with the time of the oldest, and finds out whether mail is on hold. */
export async function readMail({ database }: Tools) {
  const counts = await database
    .selectFrom('lead_message')
    .select(({ fn }) => [
      ...(['kind', 'state'] as const),
      fn.countAll().as('messages'),
      fn.min('created_at').as('oldest'),
    ])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute()
  const onHold = await isOnHold(database)
  // The site holds the queue when it starts. Until then, its messages are still pending.
  const heldStates: MessageState[] = onHold ? ['held', 'pending', 'waiting'] : ['held']
  const held = counts.filter(({ state }) => heldStates.includes(state as MessageState))
  return {
    counts,
    onHold,
    held: held.reduce((sum, { messages }) => sum + Number(messages), 0),
    oldestHeld: held.map(({ oldest }) => oldest).sort()[0],
  }
}

/** Number of messages in one update. */
const pageSize = 1_000

/** Pause between updates, in which the site can write. In milliseconds. */
const pauseMs = 40

/**
 * Makes all held messages due, or cancels them, and ends the hold. A message gets the present as its time, since links
 * and limits count from there. Resolves to the number of messages.
 */
export async function releaseMail(
  tools: Tools,
  isDiscarded: boolean,
  progress?: Progress,
): Promise<number> {
  const { database, inTransaction, clock } = tools
  if (await isOnHold(database)) await holdQueued(inTransaction)
  const change = () => {
    const now = { created_at: iso(clock.wall()), next_attempt_at: iso(clock.monotonic()) }
    return isDiscarded ? { state: 'canceled' } : { ...now, last_error: null }
  }
  let count = 0
  for (;;) {
    const changed = await inTransaction(async (within) => {
      const ids = await within
        .selectFrom('lead_message')
        .select('id')
        .where('state', '=', 'held')
        .limit(pageSize)
        .execute()
      if (ids.length === 0) return 0
      const { numUpdatedRows } = await within
        .updateTable('lead_message')
        .set(({ eb }) => ({
          // Invitations of a wave wait for their turn again.
          state: eb.case().when('wave_id', 'is', null).then('pending').else('waiting').end(),
          ...change(),
          lease_owner: null,
          lease_until: null,
        }))
        .where('state', '=', 'held')
        .where(
          'id',
          'in',
          ids.map(({ id }) => id),
        )
        .executeTakeFirst()
      return Number(numUpdatedRows)
    })
    count += changed
    progress?.(`${count} messages`)
    if (changed === 0) break
    await sleep(pauseMs)
  }
  progress?.('')
  // Last: if this is interrupted, the next start holds the released messages again.
  await setHold(inTransaction, false)
  const action = isDiscarded ? 'mail.discarded' : 'mail.released'
  await recordAudit(tools, { action, detail: { messages: count } })
  return count
}

/** Lets the site hold all queued messages, after its database was restored. */
export async function holdMail({ inTransaction }: Pick<Tools, 'inTransaction'>): Promise<void> {
  await setHold(inTransaction, true)
}

/**
 * Makes messages due again that were given up, that wait for another attempt, or whose outcome is unknown. The latter
 * may arrive twice, so each is transmitted at most once more. Resolves to their number.
 */
export async function retryMail(tools: Tools): Promise<number> {
  const { inTransaction, clock } = tools
  const count = await inTransaction(async (within) => {
    const { numUpdatedRows } = await within
      .updateTable('lead_message')
      .set(({ eb, ref }) => ({
        uncertain: eb.case().when('state', '=', 'uncertain').then(1).else(ref('uncertain')).end(),
        state: 'pending',
        attempts: 0,
        next_attempt_at: iso(clock.monotonic()),
        transmitting_at: null,
      }))
      .where(({ and, or, eb }) =>
        or([
          eb('state', 'in', ['exhausted', 'uncertain']),
          and([eb('state', '=', 'pending'), eb('attempts', '>', 0), eb('lease_owner', 'is', null)]),
        ]),
      )
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
  if (count > 0) await recordAudit(tools, { action: 'mail.retried', detail: { messages: count } })
  return count
}
