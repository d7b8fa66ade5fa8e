import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'

/**
 * What a SELECT finds in a SQLite file (`main`), without opening it for writing, and without holding it
 * afterwards: libsql closes a file only when the garbage collector has taken the last statement that was
 * prepared on it. So nothing is prepared on it: the rows are copied into memory, and read there.
 *
 * @throws what SQLite says, `SQLITE_NOTADB` of a file that is damaged
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

/** Without a write-ahead log nobody has it open: then SQLite need not make files beside it. */
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
