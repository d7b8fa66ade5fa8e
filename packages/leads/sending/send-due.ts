import type { Logger } from 'pino'
import type { Lease } from '../store/stored-lead.ts'
import { Alarm } from './alarm.ts'
import type { Item, Sender } from './sender.ts'

/** Maximum number of items that are sent at the same time. */
const maxParallel = 8

/**
 * Sends the due items of a queue in the background until closed. Several processes may share the queue: a lease
 * decides which of them sends an item.
 *
 * @param claimDue takes the lease on up to `limit` due items
 * @param name the prefix of log messages, such as `delivery`
 */
export function sendDue<Sent extends Item>(
  sender: Sender<Sent>,
  claimDue: (lease: Lease, limit: number) => Promise<Sent[]>,
  pollMs: number,
  { log, name }: { log: Logger; name: string },
) {
  const alarm = new Alarm()
  let isClosing = false

  async function sendAll() {
    const limits = { closed: maxParallel, probing: 1, open: 0 }
    for (;;) {
      const limit = limits[sender.circuitState()]
      if (limit === 0 || isClosing) return
      const claimed = await claimDue(sender.lease(), limit)
      await Promise.all(claimed.map((item) => sender.attempt(item, true)))
      if (claimed.length < limit) return
    }
  }

  const background = (async () => {
    while (!isClosing) {
      await sendAll().catch((error) => log.error({ err: error }, `background ${name} failed`))
      await alarm.wait(pollMs)
    }
  })()

  return {
    /** Sends due items without waiting for the next poll. */
    wake: () => alarm.ring(),

    /** Starts no more attempts, and resolves when those in progress have finished. */
    async close(): Promise<void> {
      isClosing = true
      alarm.ring()
      // Ends the pauses of results that are not stored yet.
      await Promise.all([sender.close(), background])
      await sender.close()
    },
  }
}
