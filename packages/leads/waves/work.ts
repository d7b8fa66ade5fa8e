import { iso } from '../clock.ts'
import type { MailState } from '../mail/mailer.ts'
import type { StoreContext } from '../store/store-context.ts'
import { hasMessages, lockWave, setWave, takeMessages } from './wave.ts'

const hourMs = 3_600_000

/** Delay that a wave makes up for, in milliseconds. The time of a longer one is lost, so that no burst follows. */
const catchUpMs = 5_000

/** Minimum number of released messages that may be unsent. With more, a wave waits for the mail server. */
const minUnsent = 5

/** Maximum number of messages that one transaction releases: more than 100,000 an hour, the fastest pace. */
const maxReleased = 50

/** Maximum number of messages that one transaction cancels. */
const maxCanceled = 100

/** Releases or cancels some messages of each wave. Resolves to whether more can be done now. */
export async function workOnWaves(context: StoreContext, mail: MailState): Promise<boolean> {
  const waves = await context.database
    .selectFrom('lead_wave')
    .select(['id', 'state'])
    .where('state', 'in', ['running', 'canceling'])
    .execute()
  let hasMore = false
  for (const { id, state } of waves) {
    if (state === 'canceling') hasMore = (await cancelSome(context, id)) || hasMore
    else if (mail === 'on') await releaseSome(context, id)
    else if (mail === 'held') await pauseRestored(context, id)
  }
  return hasMore
}

/** Pauses a wave until staff resume it: the database was restored, so the rest may have been sent already. */
const pauseRestored = ({ inTransaction }: StoreContext, id: string): Promise<unknown> =>
  inTransaction(async (within) => {
    if (await lockWave(within, id, 'running')) await setWave(within, id, { state: 'paused' })
  })

/** Releases the messages of a wave that are due at its pace, unless the mail server does not keep up. */
const releaseSome = ({ inTransaction, clock }: StoreContext, id: string): Promise<void> =>
  inTransaction(async (within) => {
    const wave = await lockWave(within, id, 'running')
    const [now, next] = [clock.wall(), Date.parse(wave?.next_at ?? '')]
    if (!wave || now < next) return
    const maxUnsent = Math.max(minUnsent, Math.ceil(wave.per_hour / 60))
    const unsent = await within
      .selectFrom('lead_message')
      .select('id')
      .where('wave_id', '=', id)
      .where('state', '=', 'pending')
      .where('attempts', '=', 0)
      .limit(maxUnsent)
      .execute()
    const interval = hourMs / wave.per_hour
    const from = Math.max(next, now - catchUpMs)
    const due = Math.floor((now - from) / interval) + 1
    const limit = Math.min(due, maxUnsent - unsent.length, maxReleased)
    if (limit <= 0) return
    const next_attempt_at = iso(clock.monotonic())
    const states = ['waiting']
    const messages = await takeMessages(within, { id, states, limit, now: next_attempt_at })
    const ids = ['', ...messages.map((message) => message.id)]
    const released = within.updateTable('lead_message').where('id', 'in', ids)
    await released.set({ state: 'pending', next_attempt_at }).execute()
    const isDone = !(await hasMessages(within, id, states))
    const next_at = iso(Math.ceil(from + limit * interval))
    await setWave(within, id, isDone ? { state: 'done', next_at } : { next_at })
  })

/**
 * Cancels some unsent messages of a wave. Messages that are being sent end normally, and are canceled later if they
 * fail. The others' people can be invited again. Resolves to whether there may be more now.
 */
const cancelSome = ({ inTransaction, clock }: StoreContext, id: string): Promise<boolean> =>
  inTransaction(async (within) => {
    if (!(await lockWave(within, id, 'canceling'))) return false
    const states = ['held', 'pending', 'waiting']
    const now = iso(clock.monotonic())
    const messages = await takeMessages(within, { id, states, limit: maxCanceled, now })
    if (messages.length === 0) {
      if (!(await hasMessages(within, id, states))) await setWave(within, id, { state: 'canceled' })
      return false
    }
    const ids = messages.map((message) => message.id)
    const lease = { next_attempt_at: null, lease_owner: null, lease_until: null }
    const canceled = within.updateTable('lead_message').where('id', 'in', ids)
    await canceled.set({ state: 'canceled', ...lease }).execute()
    // A transmission that was interrupted may have arrived.
    const untried = messages.filter((one) => !one.transmitting_at && one.uncertain === 0)
    const people = ['', ...untried.flatMap(({ applicant_id }) => applicant_id ?? [])]
    const uninvited = within.updateTable('lead_applicant').where('id', 'in', people)
    await uninvited.set({ invited_at: null }).execute()
    return true
  })
