import { join } from 'node:path'
import Database from 'libsql'

/** An open SQLite file. */
export type SqliteDatabase = InstanceType<typeof Database>

/** Somebody who only reads may still hold the file for a moment. */
const BUSY_MS = 500

/** Each brings the file from the version of its place to the next. */
const MIGRATIONS = [
  `
  CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    rev TEXT NOT NULL,
    json TEXT NOT NULL
  );
  CREATE TABLE transactions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    timestamp TEXT NOT NULL,
    author TEXT NOT NULL,
    document_ids TEXT NOT NULL
  );
  CREATE TABLE effects (
    document_id TEXT NOT NULL,
    seq INTEGER NOT NULL REFERENCES transactions (seq) ON DELETE CASCADE,
    apply TEXT NOT NULL,
    revert TEXT NOT NULL,
    PRIMARY KEY (document_id, seq)
  ) WITHOUT ROWID;
  `,
  `
  ALTER TABLE effects ADD COLUMN previous_rev TEXT;
  UPDATE effects SET previous_rev = (
    SELECT transactions.id FROM effects AS earlier JOIN transactions USING (seq)
    WHERE earlier.document_id = effects.document_id AND earlier.seq < effects.seq
    ORDER BY earlier.seq DESC LIMIT 1
  ) WHERE revert <> '[0,null]';
  `,
]

/** The database file's name within a lake's directory. */
export const DATABASE_FILE = 'lake.db'

/**
 * Opens or creates a dataset's file, its tables as this version of the lake has
 * them. What is committed is durable (WAL, synchronous=FULL). Throws when a newer
 * version of the lake has written it.
 */
export function openDatabase(directory: string): SqliteDatabase {
  const database = new Database(join(directory, DATABASE_FILE), { timeout: BUSY_MS })
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    // For each transaction that is forgotten it would read all effects.
    database.pragma('foreign_keys = OFF')
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
      user_version: number
    }
    if (version > MIGRATIONS.length) {
      throw new Error(`${directory}/${DATABASE_FILE} was written by a newer version of the lake`)
    }
    if (version < MIGRATIONS.length) {
      atOnce(database, () => {
        for (const migration of MIGRATIONS.slice(version)) database.exec(migration)
        database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
      })
    }
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Does the work in one SQLite transaction: all of it is committed, or nothing when it throws. */
export function atOnce(database: SqliteDatabase, work: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK')
    throw error
  }
}
