import type { SqliteDatabase } from './sqlite-file.ts'

/** Runs SQL. Prepares each text only once, because libsql is slow to release prepared statements. */
export class Statements {
  protected readonly database: SqliteDatabase
  readonly #prepared = new Map<string, ReturnType<SqliteDatabase['prepare']>>()

  constructor(database: SqliteDatabase) {
    this.database = database
  }

  /** Returns the first row, or undefined. */
  row<Row>(sql: string, ...values: unknown[]): Row | undefined {
    return this.#of(sql).get(...values) as Row | undefined
  }

  rows<Row>(sql: string, ...values: unknown[]): Row[] {
    return this.#of(sql).all(...values) as Row[]
  }

  /** Returns the number of changed rows. */
  run(sql: string, ...values: unknown[]): number {
    return this.#of(sql).run(...values).changes
  }

  #of(sql: string) {
    const known = this.#prepared.get(sql)
    if (known) return known
    const prepared = this.database.prepare(sql)
    this.#prepared.set(sql, prepared)
    return prepared
  }
}
