import { iso } from '../clock.ts'
import type { Actor } from '../contract/permissions.ts'
import type { Wave, WaveAction } from '../contract/waves.ts'
import { appendAudit } from '../staff/audit/audit-log.ts'
import type { StoreContext } from '../store/store-context.ts'
import { batch, hasMessages, lockWave, setWave, takeMessages, uninvite } from './wave.ts'

/** The states in which an action is possible, the states that it leads to, and its name in the audit log. */
const actions: Record<WaveAction, { from: Wave['state'][]; to: Wave['state'][]; past: string }> = {
  pause: { from: ['running'], to: ['paused'], past: 'paused' },
  resume: { from: ['paused', 'asking'], to: ['running', 'done'], past: 'resumed' },
  cancel: {
    from: ['preparing', 'running', 'paused', 'asking'],
    to: ['canceling', 'canceled'],
    past: 'canceled',
  },
}

/**
 * Pauses, resumes, or cancels a wave. Does nothing if that was done before. Resolves to the state that makes it
 * impossible, to `missing`, or to undefined if it is done.
 */
export const changeWave = (
  { inTransaction, clock }: Omit<StoreContext, 'database'>,
  id: string,
  action: WaveAction,
  by: Actor,
): Promise<string | undefined> =>
  inTransaction(async (within) => {
    const wave = await lockWave(within, id)
    if (!wave) return 'missing'
    const { from, to, past } = actions[action]
    const state = wave.state as Wave['state']
    if (to.includes(state)) return undefined
    if (!from.includes(state)) return state
    const now = clock.wall()
    if (action === 'pause') {
      // Takes back the released messages that no process has tried to send.
      await within
        .updateTable('lead_message')
        .set({ state: 'waiting', next_attempt_at: null })
        .where('wave_id', '=', id)
        .where('state', '=', 'pending')
        .where('attempts', '=', 0)
        .where('lease_until', 'is', null)
        .execute()
    }
    // Without a burst for the time in which it was paused.
    const isLate = action === 'resume' && Date.parse(wave.next_at) < now
    const next = isLate ? { next_at: iso(now) } : {}
    await setWave(within, id, { state: to[0] as string, reason: null, ...next })
    await appendAudit(within, [{ by, action: `wave.${past}`, detail: { wave: id } }], iso(now))
    return undefined
  })

/**
 * Cancels some unsent messages of a wave, released ones first. Messages that are being sent end normally. Resolves to
 * whether there may be more.
 */
export const cancelSome = ({ inTransaction, clock }: StoreContext, id: string): Promise<boolean> =>
  inTransaction(async (within) => {
    if (!(await lockWave(within, id, 'canceling'))) return false
    const states = ['held', 'pending', 'waiting']
    const now = iso(clock.monotonic())
    const messages = await takeMessages(within, { id, states, limit: batch, now })
    if (messages.length === 0) {
      if (!(await hasMessages(within, id, states))) await setWave(within, id, { state: 'canceled' })
      return false
    }
    // A transmission that was interrupted may have arrived.
    await uninvite(
      within,
      messages.filter((one) => !one.transmitting_at && one.uncertain === 0),
    )
    const ids = messages.map((message) => message.id)
    const canceled = {
      state: 'canceled',
      next_attempt_at: null,
      lease_owner: null,
      lease_until: null,
    }
    await within.updateTable('lead_message').set(canceled).where('id', 'in', ids).execute()
    return true
  })
