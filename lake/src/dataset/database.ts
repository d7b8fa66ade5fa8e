import { join } from 'node:path'
import type { Log } from '../errors/log.ts'
import { openSqlite, type SqliteDatabase } from '../files/sqlite-file.ts'

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
 * Opens or creates a dataset's file, its tables as this version of the lake has them. Throws
 * `UnusableFileError` when it is damaged or a newer version of the lake has written it.
 */
export function openDatabase(directory: string, log?: Pick<Log, 'warn'>): SqliteDatabase {
  const database = openSqlite(join(directory, DATABASE_FILE), MIGRATIONS, log)
  // For each transaction that is forgotten it would read all effects.
  database.pragma('foreign_keys = OFF')
  return database
}
