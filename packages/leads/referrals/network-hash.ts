import { createHmac, randomBytes } from 'node:crypto'
import { type Clock, iso } from '../clock.ts'
import type { InTransaction } from '../store/database/transaction.ts'

/**
 * Returns a function that hashes visitors' networks with a random key that is replaced each day (UTC). All processes
 * on a database share the key. Hashes of different days cannot be compared, and without the key nobody can compute
 * them, not even from all networks there are.
 */
export function createNetworkHash(
  inTransaction: InTransaction,
  clock: Clock,
): (network: string) => Promise<string> {
  let current = { day: '', key: '' }
  return async (network) => {
    const day = iso(clock.wall()).slice(0, 10)
    if (current.day !== day) current = { day, key: await keyOf(inTransaction, day) }
    return createHmac('sha256', current.key).update(network).digest('base64url').slice(0, 22)
  }
}

/** Returns the key of a day. The first process that needs one on a new day replaces the previous key. */
const keyOf = (inTransaction: InTransaction, day: string): Promise<string> =>
  inTransaction(async (within) => {
    await within
      .updateTable('lead_mail')
      .set({ network_day: day, network_key: randomBytes(32).toString('base64url') })
      .where(({ eb, or }) => or([eb('network_day', 'is', null), eb('network_day', '<', day)]))
      .execute()
    const { network_key } = await within
      .selectFrom('lead_mail')
      .select('network_key')
      .executeTakeFirstOrThrow()
    return network_key ?? ''
  })
