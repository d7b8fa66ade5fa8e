import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'

/**
 * Opens a SQLite file for reading alone, beside whoever has it open. Where nobody has, SQLite would leave
 * files beside it: it is told that nothing will change. The file has to be there, or it would be made.
 *
 * @throws where it is no database, or damaged at its beginning
 */
export function openReadOnly(file: string): Database.Database {
  const isInUse = existsSync(`${file}-wal`)
  const name = isInUse ? file : `${pathToFileURL(file).href}?immutable=1`
  return new Database(name, { readonly: true, timeout: 5_000 })
}
