import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { orUnusable } from 'halvi-runtime/files/sqlite-file'
import Database from 'libsql'
import { isPreviewSecret } from '../dataset/preview-secrets.ts'
import { DATABASE_FILE } from '../dataset/storage.ts'
import type { SanityDocument } from '../documents/document.ts'
import { TransferError } from './transfer-error.ts'

/**
 * All documents of a lake as of now, read without opening it: another process may be using it.
 * Throws a `TransferError` when there is none in the directory, `UnusableFileError` when it is damaged.
 */
export function storedDocuments(directory: string): SanityDocument[] {
  const file = join(directory, DATABASE_FILE)
  if (!existsSync(file)) throw new TransferError(`There is no content lake in ${directory}`)
  return orUnusable(file, () => {
    // A lake that starts or ends has it to itself for a moment.
    const database = new Database(file, { timeout: 5_000 })
    try {
      // libsql takes the option `readonly` and ignores it
      database.exec('PRAGMA query_only = ON')
      const rows = database.prepare('SELECT json FROM documents').all() as { json: string }[]
      return rows
        .map(({ json }) => JSON.parse(json) as SanityDocument)
        .filter((document) => !isPreviewSecret(document))
    } finally {
      database.close()
    }
  })
}
