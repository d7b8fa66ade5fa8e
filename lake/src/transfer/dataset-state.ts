import type { SqliteDatabase } from 'halvi-runtime/files/sqlite-file'
import { assetNameOf } from '../assets/originals/names.ts'
import type { SanityDocument } from '../documents/document.ts'
import { isPublished } from '../documents/ids.ts'
import { strongReferences } from '../documents/values.ts'

/** A consistent snapshot of a dataset. */
export interface DatasetState {
  /** Published documents, assets among them. */
  documents: number
  /** Drafts and versions. */
  drafts: number
  /** Files that assets need, relative to the folder of the assets: `images/…`, `files/…`. */
  assetFiles: string[]
  /** Strong references of published documents that lead nowhere: ids of documents and of what they want. */
  missingReferences: { from: string; to: string }[]
}

/** Looks through all documents of an open `lake.db`, within the transaction that it is in. */
export function datasetState(database: SqliteDatabase): DatasetState {
  const state: DatasetState = { documents: 0, drafts: 0, assetFiles: [], missingReferences: [] }
  const ids = new Set<string>()
  const references: DatasetState['missingReferences'] = []
  const rows = database.prepare('SELECT json FROM documents').iterate()
  for (const { json } of rows as Iterable<{ json: string }>) {
    const document = JSON.parse(json) as SanityDocument
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

/** How many people have an account, in an open `users.db`; none in one of a former version. */
export function countPeople(database: SqliteDatabase): number {
  const hasPeople = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'person'").get()
  if (!hasPeople) return 0
  const { count } = database
    .prepare('SELECT count(*) AS count FROM person WHERE removed IS NULL')
    .get() as { count: number }
  return count
}
