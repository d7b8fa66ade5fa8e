import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { reasonOf } from 'halvi-kit/reason'
import type { Dataset } from '../dataset/dataset.ts'
import { byId, type SanityDocument } from '../documents/document.ts'
import { isRecord } from '../documents/values.ts'
import { TransferError } from './transfer-error.ts'

/**
 * The default export of a migration module. Receives a copy of a document, and all documents. Returns the changed document, or undefined
 * to leave it unchanged.
 */
export type Migration = (document: SanityDocument, all: readonly SanityDocument[]) => unknown

export interface Migrated {
  document: SanityDocument
  attributes: string[]
}

/** Loads a migration module. Throws a `TransferError` if loading fails or the module does not export a function. */
export async function loadMigration(file: string): Promise<Migration> {
  let module: { default?: unknown }
  try {
    module = await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    throw new TransferError(`${file} could not be loaded: ${reasonOf(error)}`, { cause: error })
  }
  if (typeof module.default !== 'function') {
    throw new TransferError(`${file} must export a function as its default export`)
  }
  return module.default as Migration
}

/** Changes the documents in one transaction. Returns those that it changed. Throws as `migrateDocuments` does. */
export async function migrateDataset(dataset: Dataset, migration: Migration): Promise<Migrated[]> {
  const migrated = await migrateDocuments(dataset.snapshot(), migration)
  const mutations = migrated.map(({ document }) => ({ createOrReplace: document }))
  const options = { author: 'migration', unbounded: true }
  if (mutations.length > 0) dataset.transact(mutations, options)
  return migrated
}

/** Returns the documents that a migration changes, ordered by id. Throws a `TransferError` with a document's id. */
export async function migrateDocuments(
  documents: Iterable<SanityDocument>,
  migration: Migration,
): Promise<Migrated[]> {
  const migrated: Migrated[] = []
  const all = [...documents].sort(byId)
  for (const before of all) {
    const after = await resultOf(migration, before, all)
    if (after === undefined) continue
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    const attributes = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]))
    if (attributes.length > 0) migrated.push({ document: after, attributes })
  }
  return migrated
}

async function resultOf(
  migration: Migration,
  before: SanityDocument,
  all: readonly SanityDocument[],
) {
  const { _id, _type } = before
  let after: unknown
  try {
    after = await migration(structuredClone(before), all)
  } catch (error) {
    throw new TransferError(`${_id}: ${reasonOf(error)}`, { cause: error })
  }
  if (after === undefined) return undefined
  if (!isRecord(after))
    throw new TransferError(`${_id}: the migration must return a document or undefined`)
  if (after._id !== _id || after._type !== _type) {
    throw new TransferError(`${_id}: a migration must not change _id or _type`)
  }
  return after as SanityDocument
}
