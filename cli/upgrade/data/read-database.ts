import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'

/**
 * Returns the rows of a SELECT on a SQLite file, which the SELECT calls `main`. The file is opened for reading only,
 * and closed before the function returns. libsql closes a file only after the last statement prepared on it is
 * garbage-collected. So `exec` copies the rows to a database in memory, and they are read there.
 *
 * @param others further files, by the names that the SELECT uses
 * @throws SqliteError, with the code `SQLITE_NOTADB` for a damaged file
 */
export function readDatabase<Row>(
  file: string,
  columns: readonly string[],
  select: string,
  others: Readonly<Record<string, string>> = {},
): Row[] {
  const memory = `file:${randomUUID()}?mode=memory&cache=shared`
  const rows = new Database(memory)
  try {
    rows.exec(`create table result (${columns.join(', ')})`)
    const database = new Database(addressOf(file))
    try {
      for (const [name, other] of Object.entries(others)) {
        database.exec(`attach '${addressOf(other)}' as ${name}`)
      }
      database.exec(`attach '${memory}' as memory; insert into memory.result ${select}`)
    } finally {
      database.close()
    }
    return rows.prepare('select * from result').all() as Row[]
  } finally {
    rows.close()
  }
}

/**
 * Returns the URL of a SQLite file for reading. Without a write-ahead log, no process has the file open. Then
 * `immutable` keeps SQLite from creating files beside it.
 */
function addressOf(file: string): string {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  // A URL does not encode single quotes, which would end the SQL string.
  const { href } = pathToFileURL(resolve(file))
  return `${href.replaceAll("'", '%27')}?${log > 0 ? 'mode=ro' : 'immutable=1'}`
}

/** Returns whether a database has a table. Databases of earlier versions do not have all tables. */
export function hasTable(file: string, table: string): boolean {
  const select = `select 1 from sqlite_schema where type = 'table' and name = '${table}'`
  return readDatabase(file, ['one'], select).length > 0
}
