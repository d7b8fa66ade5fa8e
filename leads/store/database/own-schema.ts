import { type Kysely, PostgresDialect, PostgresIntrospector, sql, type TableMetadata } from 'kysely'

/**
 * PostgreSQL for a migrator that shares a database with others. Kysely's own looks at every schema: it takes a second
 * site's tables for its own, and fails when somebody drops a schema meanwhile.
 */
export class OwnSchemaDialect extends PostgresDialect {
  override createIntrospector(database: Kysely<unknown>): PostgresIntrospector {
    return new OwnSchemaIntrospector(database)
  }
}

class OwnSchemaIntrospector extends PostgresIntrospector {
  readonly #database: Kysely<unknown>

  constructor(database: Kysely<unknown>) {
    super(database)
    this.#database = database
  }

  /** The names of the tables in the schema that queries go to; a migrator asks for no more. */
  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string; schema: string }>`
      select tablename as name, schemaname as schema from pg_catalog.pg_tables
      where schemaname = current_schema()`.execute(this.#database)
    return rows.map((table) => ({ ...table, isView: false, columns: [] }))
  }
}
