import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { LeadDatabase } from './tables.ts'

/**
 * Returns rows as a table with a name, in one JSON parameter: many rows take one statement, whose text does not depend
 * on their number, so that it is prepared once.
 *
 * @param columns the columns and their types
 */
export function rowTable<Column extends string>(
  within: LeadDatabase,
  name: string,
  columns: Readonly<Record<Column, 'text' | 'integer'>>,
  rows: readonly Readonly<Partial<Record<NoInfer<Column>, unknown>>>[],
): RawBuilder<unknown> {
  const all = Object.entries<string>(columns)
  const json = JSON.stringify(rows, Object.keys(columns))
  if (isPostgres(within)) {
    const typed = all.map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type)}`)
    return sql`json_to_recordset(${json}::json) as ${sql.ref(name)} (${sql.join(typed)})`
  }
  const read = all.map(([column]) => sql`value ->> ${sql.lit(column)} as ${sql.ref(column)}`)
  return sql`(select ${sql.join(read)} from json_each(${json})) as ${sql.ref(name)}`
}

/** Returns a list of values for `in`, in one JSON parameter. */
export const valueList = (within: LeadDatabase, values: readonly string[]): RawBuilder<string> =>
  isPostgres(within)
    ? sql`(select json_array_elements_text(${JSON.stringify(values)}::json))`
    : sql`(select value from json_each(${JSON.stringify(values)}))`
