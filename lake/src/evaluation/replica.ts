import { Storage } from '../dataset/storage.ts'
import type { SanityDocument } from '../documents/document.ts'
import { Views } from '../documents/view.ts'
import type { Told } from './messages.ts'
import { readDatabase } from './read-database.ts'

/** The documents of a dataset as of some transaction, read beside the process that owns them. */
export class Replica {
  readonly documents = new Map<string, SanityDocument>()
  readonly views = new Views(this.documents)
  #seq: number

  /** Reads the documents and the place of the last transaction from one consistent snapshot. */
  constructor(directory: string) {
    this.#seq = readDatabase(directory, (database) => {
      const storage = new Storage(database)
      for (const document of storage.documents()) this.documents.set(document._id, document)
      return storage.lastSeq()
    })
  }

  /** The place of the last transaction that is in it. */
  get seq(): number {
    return this.#seq
  }

  /** Takes in a transaction, unless it was there when the documents were read. */
  take({ seq, changes }: Told): void {
    if (seq <= this.#seq) return
    this.#seq = seq
    for (const [id, json] of changes) {
      if (json === null) this.documents.delete(id)
      else this.documents.set(id, JSON.parse(json))
    }
    this.views.update(changes.map(([id]) => ({ id })))
  }
}
