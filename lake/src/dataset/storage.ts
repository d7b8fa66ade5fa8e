import { join } from 'node:path'
import {
  checkpoint,
  inTransaction,
  openSqlite,
  type SqliteDatabase,
} from 'halvi-runtime/files/sqlite-file'
import type { Log } from 'halvi-runtime/log'
import { withNeutralUrl } from '../documents/asset-url.ts'
import type { SanityDocument } from '../documents/document.ts'
import { isPreviewSecret } from '../documents/preview-secret.ts'
import type { Transaction } from '../documents/transaction.ts'

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

/** The version that this program writes. */
export const DATABASE_VERSION: number = MIGRATIONS.length

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

/**
 * Documents and transactions on disk. A transaction is durable once `write` has
 * returned, and absent if it threw.
 */
export class Storage {
  readonly #database: SqliteDatabase
  // Prepared once: a statement of libsql's is given back late, and there is one of each for every write.
  readonly #statements

  constructor(database: SqliteDatabase) {
    this.#database = database
    this.#statements = {
      find: database.prepare('SELECT 1 FROM transactions WHERE id = ?'),
      begin: database.prepare(
        'INSERT INTO transactions (id, timestamp, author, document_ids) VALUES (?, ?, ?, ?)',
      ),
      put: database.prepare(
        'INSERT OR REPLACE INTO documents (id, type, rev, json) VALUES (?, ?, ?, ?)',
      ),
      remove: database.prepare('DELETE FROM documents WHERE id = ?'),
      keep: database.prepare(
        'INSERT INTO effects (document_id, seq, apply, revert, previous_rev) VALUES (?, ?, ?, ?, ?)',
      ),
      purge: database.prepare('DELETE FROM effects WHERE document_id = ?'),
    }
  }

  /**
   * Whether anything was ever written, though all of it may have been deleted and forgotten since:
   * SQLite remembers the largest number that it gave to a transaction.
   */
  get wasWritten(): boolean {
    return (
      this.#database.prepare("SELECT 1 FROM sqlite_sequence WHERE name = 'transactions'").get() !==
      undefined
    )
  }

  /** All documents, ordered by id. Their texts are not held in memory all at once. */
  *documents(): Iterable<SanityDocument> {
    const rows = this.#database.prepare('SELECT json FROM documents ORDER BY id').iterate()
    for (const { json } of rows as Iterable<{ json: string }>)
      yield withNeutralUrl(JSON.parse(json))
  }

  /** Deletes what earlier versions stored of previews' secrets, with its history. */
  removePreviewSecrets(): void {
    const rows = this.#database.prepare('SELECT id, type FROM documents').iterate()
    const secrets = [...(rows as Iterable<{ id: string; type: string }>)].filter(({ id, type }) =>
      isPreviewSecret({ _id: id, _type: type }),
    )
    if (secrets.length === 0) return
    inTransaction(this.#database, () => {
      for (const { id } of secrets) {
        this.#statements.remove.run(id)
        this.#statements.purge.run(id)
      }
    })
  }

  document(id: string): SanityDocument | undefined {
    const row = this.#database.prepare('SELECT json FROM documents WHERE id = ?').get(id) as
      | { json: string }
      | undefined
    return row && withNeutralUrl(JSON.parse(row.json))
  }

  /** The place of the last transaction, be it forgotten since; 0 before the first. */
  lastSeq(): number {
    const row = this.#database
      .prepare("SELECT seq FROM sqlite_sequence WHERE name = 'transactions'")
      .get() as { seq: number } | undefined
    return row?.seq ?? 0
  }

  hasTransaction(id: string): boolean {
    return this.#statements.find.get(id) !== undefined
  }

  /**
   * Commits a transaction, all of it or nothing, and with it the loss of the `purged` documents'
   * history. Returns its place among all.
   */
  write(transaction: Omit<Transaction, 'seq'>, purged: Iterable<string> = []): number {
    const { begin, put, remove, keep, purge } = this.#statements
    let place = 0
    inTransaction(this.#database, () => {
      const ids = JSON.stringify(transaction.changes.map(({ id }) => id))
      const { id, timestamp, author } = transaction
      const { lastInsertRowid: seq } = begin.run(id, timestamp, author, ids)
      place = Number(seq)
      for (const { id, before, after, effects } of transaction.changes) {
        if (after) put.run(id, after._type, after._rev, JSON.stringify(after))
        else remove.run(id)
        const { apply, revert } = effects
        keep.run(id, seq, JSON.stringify(apply), JSON.stringify(revert), before?._rev ?? null)
      }
      for (const id of purged) purge.run(id)
    })
    // From now on the file by itself tells that it is no new one: see `wasWritten`.
    if (place === 1) checkpoint(this.#database)
    return place
  }
}
