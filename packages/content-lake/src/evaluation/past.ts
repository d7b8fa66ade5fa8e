import type { SqliteDatabase } from 'halvi-kit/files/sqlite-file'
import { documentEvents } from '../dataset/document-events.ts'
import { History } from '../dataset/history.ts'
import { Storage } from '../dataset/storage.ts'
import { LakeError } from '../errors/errors.ts'
import type { EventsTask, PastDocumentsTask, TransactionsTask } from './messages.ts'
import { readDatabase } from './read-database.ts'

/**
 * Returns the history of documents as NDJSON, one transaction per line. Throws a `LakeError` 413 if the response
 * would exceed `responseBytes`.
 */
export function transactionsOf(task: TransactionsTask, directory: string): Uint8Array {
  const { ids, range, withEffects, identifiedOnly, responseBytes } = task
  return readDatabase(directory, (database) => {
    const answer = new ResponseChunks(responseBytes)
    for (const found of history(database).transactions(ids, range)) {
      const { effects, documentIDs, ...transaction } = found
      const named = identifiedOnly ? documentIDs.filter((id) => ids.includes(id)) : documentIDs
      const line = { ...transaction, documentIDs: named, ...(withEffects && { effects }) }
      answer.add(`${JSON.stringify(line)}\n`)
    }
    return answer.bytes()
  })
}

/**
 * Returns documents at a point in history, as JSON. Throws a `LakeError` 413 if the response would exceed
 * `responseBytes`.
 */
export function pastDocuments(task: PastDocumentsTask, directory: string): Uint8Array {
  const { ids, point, responseBytes } = task
  return readDatabase(directory, (database) => {
    const answer = new ResponseChunks(responseBytes)
    const past = history(database)
    answer.add('{"documents":[')
    let separator = ''
    for (const id of ids) {
      const document = past.documentAt(id, point)
      if (!document) continue
      answer.add(separator + JSON.stringify(document))
      separator = ','
    }
    answer.add(']}')
    return answer.bytes()
  })
}

/** Returns the events of a document, as JSON. */
export function eventsOf({ id, limit }: EventsTask, directory: string): Uint8Array {
  return readDatabase(directory, (database) => {
    const events = { [id]: documentEvents(history(database), id, limit) }
    return Buffer.from(JSON.stringify({ events, nextCursor: '' }))
  })
}

function history(database: SqliteDatabase): History {
  const storage = new Storage(database)
  return new History(database, (id) => storage.document(id))
}

/** Collects the chunks of a response and limits its size. */
class ResponseChunks {
  readonly #chunks: Buffer[] = []
  #length = 0

  constructor(private readonly maxBytes: number) {}

  add(text: string): void {
    const chunk = Buffer.from(text)
    this.#length += chunk.length
    if (this.#length > this.maxBytes) {
      throw new LakeError(
        413,
        'httpError',
        'The response would be too large. Ask for fewer documents or transactions',
      )
    }
    this.#chunks.push(chunk)
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks)
  }
}
