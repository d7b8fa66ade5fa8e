import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'

/**
 * Returns the rows of a SELECT on a SQLite file (`main`), without opening it for writing, and without keeping it open:
 * libsql closes a file only when the last statement prepared on it is collected as garbage. So the rows are copied into
 * memory by `exec`, and read there.
 *
 * @param others further files, by the names that the SELECT uses
 * @throws an error of SQLite, `SQLITE_NOTADB` for a damaged file
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

/** Without a write-ahead log nobody has the file open, and SQLite need not create files beside it. */
function addressOf(file: string): string {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  // A quote in a path is not encoded by itself, and would end SQL's string.
  const { href } = pathToFileURL(resolve(file))
  return `${href.replaceAll("'", '%27')}?${log > 0 ? 'mode=ro' : 'immutable=1'}`
}

/** Returns whether a database has a table; earlier versions lack some. */
export function hasTable(file: string, table: string): boolean {
  const select = `select 1 from sqlite_schema where type = 'table' and name = '${table}'`
  return readDatabase(file, ['one'], select).length > 0
}
