import { iso } from '../clock.ts'
import type { Actor } from '../contract/permissions.ts'
import type { Wave, WaveAction } from '../contract/waves.ts'
import { appendAudit } from '../staff/audit/audit-log.ts'
import type { StoreContext } from '../store/store-context.ts'
import { lockWave, setWave } from './wave.ts'

/** The states in which an action is possible, the states that it leads to, and its name in the audit log. */
const actions: Record<WaveAction, { from: Wave['state'][]; to: Wave['state'][]; past: string }> = {
  pause: { from: ['running'], to: ['paused'], past: 'paused' },
  resume: { from: ['paused'], to: ['running', 'done'], past: 'resumed' },
  cancel: { from: ['running', 'paused'], to: ['canceling', 'canceled'], past: 'canceled' },
}

/**
 * Pauses, resumes, or cancels a wave. Does nothing if that was done before. Resolves to the state that makes it
 * impossible, to `missing`, or to undefined if it is done.
 */
export const changeWave = (
  { inTransaction, clock }: Pick<StoreContext, 'inTransaction' | 'clock'>,
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
    const now = iso(clock.wall())
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
    const isLate = action === 'resume' && wave.next_at < now
    await setWave(within, id, { state: to[0] as string, ...(isLate && { next_at: now }) })
    await appendAudit(within, [{ by, action: `wave.${past}`, detail: { wave: id } }], now)
    return undefined
  })
