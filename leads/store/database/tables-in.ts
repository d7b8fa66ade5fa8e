import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { LeadDatabase } from './tables.ts'

/** Column names by table. */
export type FoundTables = ReadonlyMap<string, ReadonlySet<string>>

/** Returns the existing tables and columns. Databases of earlier versions lack some. */
export async function tablesIn(database: LeadDatabase): Promise<FoundTables> {
  const select = isPostgres(database)
    ? sql<Column>`select table_name as "table", column_name as name from information_schema.columns
        where table_schema = current_schema()`
    : sql<Column>`select found.name as "table", columns.name as name
        from sqlite_schema as found, pragma_table_info(found.name) as columns
        where found.type = 'table'`
  const { rows } = await select.execute(database)
  const tables = new Map<string, Set<string>>()
  for (const { table, name } of rows) {
    tables.set(table, (tables.get(table) ?? new Set()).add(name))
  }
  return tables
}

interface Column {
  table: string
  name: string
}
