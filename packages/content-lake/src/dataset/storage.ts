import { join } from 'node:path'
import {
  checkpoint,
  inTransaction,
  openSqlite,
  type SqliteDatabase,
} from 'halvi-kit/files/sqlite-file'
import { Statements } from 'halvi-kit/files/sqlite-statements'
import type { Log } from 'halvi-kit/log'
import type { SanityDocument } from '../documents/document.ts'
import { isContent } from '../documents/ids.ts'
import { parseDocument } from '../documents/lazy-documents.ts'
import type { DocumentChange, Transaction } from '../documents/transaction.ts'

/** Database migrations. The one at index N migrates from version N to N + 1. */
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
    previous_rev TEXT,
    PRIMARY KEY (document_id, seq)
  ) WITHOUT ROWID;
  CREATE INDEX deletions ON effects (seq) WHERE apply = '[0,null]';
  `,
  // Whether the transaction changed published documents.
  'ALTER TABLE transactions ADD COLUMN published INTEGER NOT NULL DEFAULT 1',
]

export const DATABASE_FILE = 'lake.db'

export const DATABASE_VERSION: number = MIGRATIONS.length

/** Opens or creates a dataset's file. Throws `UnusableFileError` when the file is damaged or has a newer version. */
export function openDatabase(
  directory: string,
  log?: Pick<Log, 'warn'>,
  durable = true,
): SqliteDatabase {
  const database = openSqlite(join(directory, DATABASE_FILE), MIGRATIONS, log, durable)
  // With foreign keys on, each pruned transaction would scan all effects.
  database.pragma('foreign_keys = OFF')
  return database
}

/**
 * Documents and transactions on disk. A transaction is durable once `write` returns. If `write` throws, nothing is
 * stored.
 */
export class Storage extends Statements {
  /** Yields the ids and the JSON of all documents, ordered by id, without loading all into memory at the same time. */
  documents(): Iterable<[id: string, json: string]> {
    const sql = 'SELECT id, json FROM documents ORDER BY id'
    return this.database.prepare(sql).raw().iterate() as Iterable<[string, string]>
  }

  document(id: string): SanityDocument | undefined {
    const row = this.row<{ json: string }>('SELECT json FROM documents WHERE id = ?', id)
    return row && parseDocument(row.json)
  }

  /** Returns the number of the last transaction, even if it was pruned. Returns 0 before the first. */
  lastSeq(): number {
    const sql = "SELECT seq FROM sqlite_sequence WHERE name = 'transactions'"
    return this.row<{ seq: number }>(sql)?.seq ?? 0
  }

  hasTransaction(id: string): boolean {
    return this.row('SELECT 1 FROM transactions WHERE id = ?', id) !== undefined
  }

  /**
   * Commits a transaction, and deletes the history of the `purged` documents. Returns the transaction's number.
   *
   * @param withoutCreations whether to leave the creation of documents out of the history
   */
  write(
    transaction: Omit<Transaction, 'seq'>,
    purged: Iterable<string> = [],
    withoutCreations = false,
  ): number {
    let seq = 0
    inTransaction(this.database, () => {
      const { id, timestamp, author, changes } = transaction
      const isRecorded = ({ before }: DocumentChange) => !(withoutCreations && !before)
      const ids = JSON.stringify(changes.filter(isRecorded).map((change) => change.id))
      this.run(
        'INSERT INTO transactions (id, timestamp, author, document_ids, published) VALUES (?, ?, ?, ?, ?)',
        ...[id, timestamp, author, ids, changes.some((change) => isContent(change.id)) ? 1 : 0],
      )
      seq = this.lastSeq()
      for (const change of changes) {
        const { id, before, after, json, effects } = change
        if (after) {
          this.run(
            'INSERT OR REPLACE INTO documents (id, type, rev, json) VALUES (?, ?, ?, ?)',
            ...[id, after._type, after._rev, json],
          )
        } else this.run(DELETE_DOCUMENT, id)
        if (!isRecorded(change)) continue
        this.run(
          'INSERT INTO effects (document_id, seq, apply, revert, previous_rev) VALUES (?, ?, ?, ?, ?)',
          ...[id, seq, JSON.stringify(effects.apply), JSON.stringify(effects.revert)],
          before?._rev ?? null,
        )
      }
      for (const id of purged) this.run(PURGE, id)
    })
    // Move the first transaction into the main file, so that this file alone shows that the dataset was written.
    // An import is large, and the log would keep its size.
    if (seq === 1 || withoutCreations) checkpoint(this.database)
    return seq
  }
}

const DELETE_DOCUMENT = 'DELETE FROM documents WHERE id = ?'
const PURGE = 'DELETE FROM effects WHERE document_id = ?'
