import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Transaction } from '../documents/transaction.ts'

const MAX_TRANSACTIONS = 1000
/** Maximum length of their documents as JSON. */
const MAX_CHARACTERS = 16_000_000
/** Counts for each change, besides its new document. */
const CHANGE_CHARACTERS = 1000

/** Keeps the last transactions, so that listeners which connect again get the events that they missed. */
export class RecentTransactions {
  readonly #transactions = new LRUCache<string, Transaction>({
    max: MAX_TRANSACTIONS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: lengthOf,
    dispose: (_, id) => {
      this.#start = id
    },
  })
  /** The id before the first kept transaction: of the last one that was dropped, or of this process. */
  #start: string = randomUUID()

  /** The event id after which there are no events yet. */
  get lastEventId(): string {
    const [newest = this.#start] = this.#transactions.keys()
    return newest
  }

  add(transaction: Transaction): void {
    const { id } = transaction
    if (this.#transactions.set(id, transaction).has(id)) return
    // The transaction alone exceeds the limit.
    this.#transactions.clear()
    this.#start = id
  }

  /**
   * Returns the transactions after an event, with the event's own if it may have more events. Returns undefined if they
   * are not kept.
   */
  after(eventId: string): Transaction[] | undefined {
    const [id = '', document] = eventId.split('#')
    const kept = [...this.#transactions.rvalues()].filter((one) => one !== undefined)
    if (eventId === this.#start) return kept
    const index = kept.findIndex((transaction) => transaction.id === id)
    return index === -1 ? undefined : kept.slice(document === undefined ? index + 1 : index)
  }
}

function lengthOf({ changes }: Transaction): number {
  const lengths = changes.map(({ json = '' }) => json.length + CHANGE_CHARACTERS)
  return lengths.reduce((sum, length) => sum + length, 1)
}
