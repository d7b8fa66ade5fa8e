import { type Kysely, PostgresDialect, PostgresIntrospector, sql, type TableMetadata } from 'kysely'

/**
 * A PostgreSQL dialect for a migrator on a shared database. Kysely's own dialect looks at every schema: it mistakes
 * another site's tables for its own, and fails when a schema is dropped at the same time.
 */
export class CurrentSchemaDialect extends PostgresDialect {
  override createIntrospector(database: Kysely<unknown>): PostgresIntrospector {
    return new CurrentSchemaIntrospector(database)
  }
}

class CurrentSchemaIntrospector extends PostgresIntrospector {
  readonly #database: Kysely<unknown>

  constructor(database: Kysely<unknown>) {
    super(database)
    this.#database = database
  }

  /** Returns the tables in the current schema. The migrator needs no others. */
  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string; schema: string }>`
      select tablename as name, schemaname as schema from pg_catalog.pg_tables
      where schemaname = current_schema()`.execute(this.#database)
    return rows.map((table) => ({ ...table, isView: false, columns: [] }))
  }
}
