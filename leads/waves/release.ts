import { iso } from '../clock.ts'
import { optOutOf } from '../mail/limits.ts'
import type { StoreContext } from '../store/store-context.ts'
import { hasMessages, lockWave, setWave, takeMessages, uninvite } from './wave.ts'

const hourMs = 3_600_000

/** Delay after which staff are asked whether a wave goes on, in milliseconds: a day. */
const lateMs = 24 * hourMs

/** Delay that a wave makes up for, in milliseconds. The time of a longer one is lost, so that no burst follows. */
const catchUpMs = 5_000

/** Minimum number of released messages that may be unsent. With more, a wave waits for the mail server. */
const minUnsent = 5

/** Releases the messages of a wave that are due at its pace, unless the mail server does not keep up. */
export const releaseSome = ({ inTransaction, clock }: StoreContext, id: string): Promise<void> =>
  inTransaction(async (within) => {
    const wave = await lockWave(within, id, 'running')
    if (!wave) return
    const now = clock.wall()
    const interval = hourMs / wave.per_hour
    const next = Date.parse(wave.next_at)
    if (next > now + interval && wave.next_at !== wave.starts_at) {
      // The clock was set back.
      return void (await setWave(within, id, { next_at: iso(now + interval) }))
    }
    if (now < next) return
    if (now - next > lateMs)
      return void (await setWave(within, id, { state: 'asking', reason: 'late' }))
    const maxUnsent = Math.max(minUnsent, Math.ceil(wave.per_hour / 60))
    const unsent = await within
      .selectFrom('lead_message')
      .select('id')
      .where('wave_id', '=', id)
      .where('state', '=', 'pending')
      .where('attempts', '=', 0)
      .limit(maxUnsent)
      .execute()
    const from = Math.max(next, now - catchUpMs)
    const due = Math.floor((now - from) / interval) + 1
    const limit = Math.min(due, maxUnsent - unsent.length)
    if (limit <= 0) return
    const at = iso(clock.monotonic())
    const messages = await takeMessages(within, { id, states: ['waiting'], limit, now: at })
    for (const message of messages) {
      const last_error = optOutOf(message)
      if (last_error) await uninvite(within, [message])
      await within
        .updateTable('lead_message')
        .set(
          last_error
            ? { state: 'suppressed', last_error }
            : { state: 'pending', next_attempt_at: at },
        )
        .where('id', '=', message.id)
        .execute()
    }
    const isDone = !(await hasMessages(within, id, ['waiting']))
    const next_at = iso(Math.ceil(from + limit * interval))
    await setWave(within, id, isDone ? { state: 'done', next_at } : { next_at })
  })
