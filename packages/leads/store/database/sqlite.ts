import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { keepDatabasePrivate } from 'halvi-kit/files/private-files'
import { checkpoint } from 'halvi-kit/files/sqlite-file'
import {
  type CompiledQuery,
  type DatabaseConnection,
  RawNode,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely'
import Database from 'libsql'
import type { Logger } from 'pino'
import { leadsFile } from './file-names.ts'

/**
 * Opens the embedded database, `leads.db`. A statement throws `SQLITE_BUSY` immediately while another process writes:
 * see `withBusyRetry`.
 *
 * @throws when the file cannot be opened
 */
export function openSqlite(dataDir: string, log: Pick<Logger, 'warn'>): SqliteDialect {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, leadsFile)
  keepDatabasePrivate(file, log)
  const database = new Database(file)
  try {
    database.pragma('busy_timeout = 5000')
    database.pragma('journal_mode = WAL')
    // NORMAL can lose acknowledged commits in a power cut.
    database.pragma('synchronous = FULL')
    // Erased data is overwritten.
    database.pragma('secure_delete = on')
    // Waiting in SQLite would stop the process. Readers never wait in WAL mode.
    database.pragma('busy_timeout = 0')
  } catch (error) {
    database.close()
    throw error
  }
  return new LeadDialect(database)
}

/** Timeout of closing while other processes read, in milliseconds. */
const closeTimeoutMs = 500

/** Moves all committed data into the database file, so that it is complete without the log, and closes it. */
function close(database: Database.Database): void {
  // A backup may be reading.
  database.pragma(`busy_timeout = ${closeTimeoutMs}`)
  checkpoint(database)
  database.close()
}

/** Kysely's SQLite dialect with prepared statements, explicit write locks, and migrations in a transaction. */
class LeadDialect extends SqliteDialect {
  readonly #database: Database.Database
  readonly #prepared: SqliteDatabase

  constructor(database: Database.Database) {
    const prepared = { prepare: preparedOnce(database), close: () => close(database) }
    super({ database: prepared })
    this.#database = database
    this.#prepared = prepared
  }

  override createAdapter() {
    return new LeadAdapter()
  }

  override createDriver() {
    return new LeadDriver(this.#database, this.#prepared)
  }
}

/**
 * Takes the write lock before the first write. Uses `exec`, because in libsql a prepared statement that meets another
 * process's lock stays open, and no transaction can be committed after it.
 */
class LeadDriver extends SqliteDriver {
  readonly #database: Database.Database
  #connection: DatabaseConnection | undefined

  constructor(database: Database.Database, prepared: SqliteDatabase) {
    super({ database: prepared })
    this.#database = database
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    this.#connection ??= {
      executeQuery: (query) =>
        reads(query) || this.#database.inTransaction
          ? connection.executeQuery(query)
          : this.#inTransaction(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
    return this.#connection
  }

  override async beginTransaction(
    _connection?: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    this.#database.exec(accessMode === 'read only' ? 'begin' : 'begin immediate')
  }

  override async commitTransaction(): Promise<void> {
    this.#database.exec('commit')
  }

  override async rollbackTransaction(): Promise<void> {
    // On a full disk, SQLite rolls back automatically. A second rollback would hide that error.
    if (this.#database.inTransaction) this.#database.exec('rollback')
  }

  async #inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.beginTransaction()
    try {
      const result = await work()
      await this.commitTransaction()
      return result
    } catch (error) {
      await this.rollbackTransaction()
      throw error
    }
  }
}

/** Matches raw SQL that writes, after the tables of `with`. */
const rawWrite = /\b(insert|update|delete|create|drop|alter)\b/i

/** Returns whether a query only reads. */
function reads({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || (RawNode.is(query) && !rawWrite.test(sql))
}

/** Maximum number of prepared statements in memory; the site has about twenty. */
const maxStatements = 100

/**
 * Returns a function that prepares each statement once, because preparing takes as long as running, and its memory is
 * freed late. Failed statements are not used again. Iterations use a separate statement.
 */
function preparedOnce(database: Database.Database): (sql: string) => SqliteStatement {
  const statements = new Map<string, SqliteStatement>()
  const prepare = (sql: string) => database.prepare(sql) as unknown as SqliteStatement

  /** Runs a statement, and discards it if it fails. */
  function use<T>(sql: string, work: (statement: SqliteStatement) => T): T {
    if (statements.size >= maxStatements && !statements.has(sql)) statements.clear()
    const statement = statements.get(sql) ?? prepare(sql)
    statements.set(sql, statement)
    try {
      return work(statement)
    } catch (error) {
      statements.delete(sql)
      throw error
    }
  }

  return (sql) => ({
    reader: use(sql, ({ reader }) => reader),
    all: (parameters) => use(sql, (statement) => statement.all(parameters)),
    run: (parameters) => use(sql, (statement) => statement.run(parameters)),
    iterate: (parameters) => prepare(sql).iterate(parameters),
  })
}

/** Migrates SQLite in a transaction, so that processes that start together migrate one after another. */
class LeadAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}
