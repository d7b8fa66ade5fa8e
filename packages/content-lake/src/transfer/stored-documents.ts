import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type SqliteDatabase, withDamageCheck } from 'halvi-kit/files/sqlite-file'
import Database from 'libsql'
import { assetNameOf } from '../assets/originals/names.ts'
import { isPreviewSecret } from '../dataset/preview-secrets.ts'
import { DATABASE_FILE } from '../dataset/storage.ts'
import type { SanityDocument } from '../documents/document.ts'
import { isPublished } from '../documents/ids.ts'
import { strongReferences } from '../documents/values.ts'
import { TransferError } from './transfer-error.ts'

/**
 * Returns all documents of a lake, also while a server uses it. Throws a `TransferError` if there is no lake, or
 * `UnusableFileError`.
 */
export function storedDocuments(directory: string): SanityDocument[] {
  const file = join(directory, DATABASE_FILE)
  if (!existsSync(file)) throw new TransferError(`There is no content lake in ${directory}`)
  return withDamageCheck(file, () => {
    // A lake that starts or stops locks the file briefly.
    const database = new Database(file, { timeout: 5_000 })
    try {
      // libsql ignores its `readonly` option.
      database.exec('PRAGMA query_only = ON')
      return [...documentsIn(database)].filter((document) => !isPreviewSecret(document))
    } finally {
      database.close()
    }
  })
}

/** The state of a dataset at one time. */
export interface DatasetState {
  documents: number
  drafts: number
  /** Files that the assets need, relative to the asset folder: `images/…`, `files/…`. */
  assetFiles: string[]
  /** Strong references of published documents to missing documents. */
  missingReferences: { from: string; to: string }[]
}

/** Returns the state of an open `lake.db`, read in its current transaction. */
export function datasetState(database: SqliteDatabase): DatasetState {
  const state: DatasetState = { documents: 0, drafts: 0, assetFiles: [], missingReferences: [] }
  const ids = new Set<string>()
  const references: DatasetState['missingReferences'] = []
  for (const document of documentsIn(database)) {
    ids.add(document._id)
    if (!isPublished(document._id)) {
      state.drafts++
      continue
    }
    state.documents++
    const asset = assetNameOf(document)
    if (asset) state.assetFiles.push(`${asset.kind}/${asset.fileName}`)
    for (const to of strongReferences(document).keys()) references.push({ from: document._id, to })
  }
  state.missingReferences = references.filter(({ to }) => !ids.has(to))
  return state
}

/** Returns the number of people with an account in an open `users.db`. */
export function countPeople(database: SqliteDatabase): number {
  const sql = 'SELECT count(*) AS count FROM person WHERE removed IS NULL'
  return (database.prepare(sql).get() as { count: number }).count
}

function* documentsIn(database: SqliteDatabase): Generator<SanityDocument> {
  const rows = database.prepare('SELECT json FROM documents').iterate()
  for (const { json } of rows as Iterable<{ json: string }>) yield JSON.parse(json)
}
