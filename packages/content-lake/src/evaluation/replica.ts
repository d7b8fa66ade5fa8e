import { Storage } from '../dataset/storage.ts'
import type { SanityDocument } from '../documents/document.ts'
import { parseDocument } from '../documents/lazy-documents.ts'
import { Views } from '../documents/view.ts'
import type { ReplicatedTransaction } from './messages.ts'
import { readDatabase } from './read-database.ts'

/** A copy of a dataset's documents in another process, up to date as of some transaction. */
export class Replica {
  readonly documents = new Map<string, SanityDocument>()
  readonly views = new Views(this.documents)
  #seq: number

  /** Reads the documents and the number of the last transaction from one consistent snapshot. */
  constructor(directory: string) {
    this.#seq = readDatabase(directory, (database) => {
      const storage = new Storage(database)
      for (const [id, json] of storage.documents()) this.documents.set(id, parseDocument(json))
      return storage.lastSeq()
    })
  }

  /** The number of the last transaction that the replica includes. */
  get seq(): number {
    return this.#seq
  }

  /** Applies a transaction, unless the replica includes it already. */
  apply({ seq, changes }: ReplicatedTransaction): void {
    if (seq <= this.#seq) return
    this.#seq = seq
    for (const [id, json] of changes) {
      if (json === null) this.documents.delete(id)
      else this.documents.set(id, JSON.parse(json))
    }
    this.views.update(changes.map(([id]) => ({ id })))
  }
}
