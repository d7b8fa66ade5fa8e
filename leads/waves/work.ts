import type { MailState } from '../mail/mailer.ts'
import type { StoreContext } from '../store/store-context.ts'
import { cancelSome } from './change.ts'
import { prepareSome } from './prepare.ts'
import { releaseSome } from './release.ts'
import { lockWave, setWave } from './wave.ts'

/** Prepares, releases, and cancels some messages of each wave. Resolves to whether more can be done now. */
export async function workOnWaves(context: StoreContext, mail: MailState): Promise<boolean> {
  const waves = await context.database
    .selectFrom('lead_wave')
    .select(['id', 'state'])
    .where('state', 'in', ['preparing', 'running', 'canceling'])
    .orderBy('created_at')
    .execute()
  let hasMore = false
  for (const { id, state } of waves) {
    if (state === 'running' && mail === 'on') await releaseSome(context, id)
    else if (state === 'running' && mail === 'held') await ask(context, id)
    else if (state === 'canceling' && (await cancelSome(context, id))) hasMore = true
  }
  // One after the other, because two waves may have the same people.
  const preparing = waves.find(({ state }) => state === 'preparing')
  return (preparing && (await prepareSome(context, preparing.id))) || hasMore
}

/** Makes a wave wait for staff, because the database was restored or copied. */
const ask = ({ inTransaction }: StoreContext, id: string): Promise<unknown> =>
  inTransaction(async (within) => {
    if (await lockWave(within, id, 'running'))
      await setWave(within, id, { state: 'asking', reason: 'restored' })
  })
