import { join } from 'node:path'
import { leadsFile } from 'halvi-leads/files'
import { type DatabaseFile, databasesIn } from '../../../server/data-folder/data-files.ts'
import { readDatabase } from './read-database.ts'

/** What is counted before and after an upgrade. */
const countedTables: Readonly<Record<DatabaseFile, readonly string[]>> = {
  'lake/lake.db': ['documents', 'transactions'],
  'lake/users.db': ['person'],
  [leadsFile]: ['lead'],
}

/** How many rows tables have, by the table's name. */
export type Counts = Readonly<Record<string, number>>

/** Counts what is in the databases of a data folder, or of a snapshot, as of now. */
export function countRows(folder: string): Counts {
  const counts: Record<string, number> = {}
  for (const path of databasesIn(folder)) {
    const file = join(folder, path)
    const tables = countedTables[path].filter((table) => hasTable(file, table))
    for (const table of tables) counts[table] = countIn(file, table)
  }
  return counts
}

/** Tables that have fewer rows than before, each in words. */
export function whatIsMissing(before: Counts, after: Counts): string[] {
  return Object.entries(before)
    .filter(([table, rows]) => (after[table] ?? 0) < rows)
    .map(([table, rows]) => `${table} had ${rows} rows and has ${after[table] ?? 0}`)
}

function countIn(file: string, table: string): number {
  const [row] = readDatabase<{ rows: number }>(file, ['rows'], `select count(*) from ${table}`)
  return row?.rows ?? 0
}

/** Whether a database has such a table: former versions lack some. */
export function hasTable(file: string, table: string): boolean {
  const select = `select 1 from sqlite_schema where type = 'table' and name = '${table}'`
  return readDatabase(file, ['one'], select).length > 0
}
