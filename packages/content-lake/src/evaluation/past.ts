import type { SqliteDatabase } from 'halvi-kit/files/sqlite-file'
import { documentEvents } from '../dataset/document-events.ts'
import { History } from '../dataset/history.ts'
import { Storage } from '../dataset/storage.ts'
import { httpError } from '../errors/errors.ts'
import type { EventsTask, PastDocumentsTask, TransactionsTask } from './messages.ts'
import { readDatabase } from './read-database.ts'

/**
 * Returns the history of documents as NDJSON, one transaction per line. Throws a `LakeError` 413 if the response
 * would exceed `responseBytes`.
 */
export function transactionsOf(task: TransactionsTask, directory: string): Uint8Array {
  const { ids, range, withEffects, identifiedOnly, responseBytes } = task
  return readDatabase(directory, (database) => {
    const lines = history(database)
      .transactions(ids, range)
      .map(({ effects, documentIDs, ...transaction }) => {
        const named = identifiedOnly ? documentIDs.filter((id) => ids.includes(id)) : documentIDs
        const line = { ...transaction, documentIDs: named, ...(withEffects && { effects }) }
        return `${JSON.stringify(line)}\n`
      })
    return Buffer.from(limited(lines, responseBytes).join(''))
  })
}

/**
 * Returns documents at a point in history, as JSON. Throws a `LakeError` 413 if the response would exceed
 * `responseBytes`.
 */
export function pastDocuments(task: PastDocumentsTask, directory: string): Uint8Array {
  const { ids, point, responseBytes } = task
  return readDatabase(directory, (database) => {
    const past = history(database)
    const documents = limited(documentsAt(past), responseBytes)
    return Buffer.from(`{"documents":[${documents.join(',')}]}`)
  })

  function* documentsAt(past: History): Iterable<string> {
    for (const id of ids) {
      const document = past.documentAt(id, point)
      if (document) yield JSON.stringify(document)
    }
  }
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

/** Returns texts that have at most `maxBytes` together. Throws a `LakeError` 413 before it reads more. */
function limited(texts: Iterable<string>, maxBytes: number): string[] {
  const found: string[] = []
  let bytes = 0
  for (const text of texts) {
    bytes += Buffer.byteLength(text)
    if (bytes > maxBytes) {
      const reason = 'The response would be too large. Ask for fewer documents or transactions'
      throw httpError(413, reason)
    }
    found.push(text)
  }
  return found
}
