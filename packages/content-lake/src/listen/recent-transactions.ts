import { randomUUID } from 'node:crypto'
import type { Transaction } from '../documents/transaction.ts'

const MAX_TRANSACTIONS = 1000
const MAX_CHANGES = 5000
/** Maximum length of their documents as JSON. */
const MAX_CHARACTERS = 16_000_000

/** Keeps the last transactions, so that listeners which connect again get the events that they missed. */
export class RecentTransactions {
  readonly #transactions: Transaction[] = []
  #changes = 0
  readonly #lengths: number[] = []
  #characters = 0
  /** The id before the first kept transaction: of the last one that was dropped, or of this process. */
  #start: string = randomUUID()

  /** An event's id from which a listener can resume that gets no later event. */
  get lastEventId(): string {
    return this.#transactions.at(-1)?.id ?? this.#start
  }

  add(transaction: Transaction): void {
    this.#transactions.push(transaction)
    this.#changes += transaction.changes.length
    const length = this.#changes > MAX_CHANGES ? 0 : lengthOf(transaction)
    this.#lengths.push(length)
    this.#characters += length
    while (
      this.#transactions.length > MAX_TRANSACTIONS ||
      this.#changes > MAX_CHANGES ||
      this.#characters > MAX_CHARACTERS
    ) {
      const dropped = this.#transactions.shift()
      this.#characters -= this.#lengths.shift() ?? 0
      this.#start = dropped?.id ?? this.#start
      this.#changes -= dropped?.changes.length ?? 0
    }
  }

  /**
   * Returns the transactions after an event, with the event's own if it may have more events. Returns undefined if they
   * are not kept.
   */
  after(eventId: string): Transaction[] | undefined {
    const [id = '', document] = eventId.split('#')
    if (eventId === this.#start) return [...this.#transactions]
    const index = this.#transactions.findIndex((transaction) => transaction.id === id)
    if (index === -1) return undefined
    return this.#transactions.slice(document === undefined ? index + 1 : index)
  }
}

/** Returns the length of the documents that a transaction holds. Each change has its own copy of its document. */
function lengthOf({ changes }: Transaction): number {
  const lengths = changes.map(({ before, json = JSON.stringify(before) }) => json?.length ?? 0)
  return lengths.reduce((sum, length) => sum + length, 0)
}
