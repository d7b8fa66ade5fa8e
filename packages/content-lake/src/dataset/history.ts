import { inTransaction, type SqliteDatabase } from 'halvi-kit/files/sqlite-file'
import { Statements } from 'halvi-kit/files/sqlite-statements'
import { applyPatch, type RawPatch } from 'mendoza'
import type { SanityDocument } from '../documents/document.ts'
import { type Effects, timelineEffects, withoutRevision } from '../documents/transaction.ts'

export interface PastTransaction {
  id: string
  timestamp: string
  author: string
  documentIDs: string[]
  effects: Record<string, Effects>
}

export interface HistoryRange {
  /** The first transaction, inclusive. */
  from?: string | undefined
  /** The last transaction, inclusive. */
  to?: string | undefined
  reverse?: boolean
  limit: number
  /** Whether to add the effects that the Studio's timeline needs, see `timelineEffects`. */
  timeline?: boolean
}

/**
 * A point in a document's history: right after a transaction, at a time (ISO 8601), or when the document last
 * existed.
 */
export type HistoryPoint = { revision: string } | { time: string } | 'last'

/** The patch, as JSON, that undoes the creation of a document. */
const CREATION = '[0,null]'

interface EffectRow {
  document_id: string
  apply: string
  revert: string
  previous_rev: string | null
  seq: number
  timestamp: string
}

/** A transaction, with its number in commit order and its time in ISO 8601. */
interface StoredTransaction {
  seq: number
  id: string
  timestamp: string
}

interface TransactionRow extends StoredTransaction {
  author: string
  document_ids: string
}

/**
 * The effects of transactions as Mendoza patches. A past state is found by undoing later transactions from the
 * current document, so pruning the oldest ones leaves the rest correct. Transactions are in commit order.
 */
export class History extends Statements {
  readonly #current: (id: string) => SanityDocument | undefined

  constructor(database: SqliteDatabase, current: (id: string) => SanityDocument | undefined) {
    super(database)
    this.#current = current
  }

  /**
   * Returns the transactions on any of these documents. The oldest known state of a document, such as after an import,
   * counts as its creation. Returns an empty list when `from` or `to` is unknown or pruned.
   */
  transactions(ids: readonly string[], range: HistoryRange): PastTransaction[] {
    const first = range.from === undefined ? 0 : this.#seqOf(range.from)
    const last = range.to === undefined ? Number.MAX_SAFE_INTEGER : this.#seqOf(range.to)
    if (first === undefined || last === undefined || ids.length === 0) return []
    const isRequested = 'document_id IN (SELECT value FROM json_each(?))'
    const idList = JSON.stringify(ids)
    const order = range.reverse ? 'DESC' : 'ASC'
    const rows = this.rows<TransactionRow>(
      `SELECT seq, id, timestamp, author, document_ids FROM transactions WHERE seq IN (
         SELECT DISTINCT seq FROM effects WHERE ${isRequested} AND seq BETWEEN ? AND ?
         ORDER BY seq ${order} LIMIT ?
       ) ORDER BY seq ${order}`,
      ...[idList, first, last, range.limit],
    )
    const found = new Map<string, PastTransaction & { seq: number }>()
    for (const { seq, id, timestamp, author, document_ids } of rows) {
      const sql = `SELECT document_id, apply, revert FROM effects WHERE ${isRequested} AND seq = ?`
      const effects: Record<string, Effects> = {}
      for (const { document_id, apply, revert } of this.rows<EffectRow>(sql, idList, seq)) {
        effects[document_id] = { apply: JSON.parse(apply), revert: JSON.parse(revert) }
      }
      found.set(id, { seq, id, timestamp, author, documentIDs: JSON.parse(document_ids), effects })
    }
    // The newest transactions fill the limit, and older ones are left out.
    const isFull = range.reverse && rows.length === range.limit
    const oldest = isFull ? (rows.at(-1)?.seq ?? first) : first
    for (const id of ids) this.#addBeginning(id, found, [oldest, last])
    const sorted = [...found.values()].sort((a, b) =>
      range.reverse ? b.seq - a.seq : a.seq - b.seq,
    )
    return sorted.slice(0, range.limit).map(({ seq, effects, ...transaction }) => {
      const existedBefore = (document: string) => this.#existedBefore(document, seq)
      const completed = range.timeline ? timelineEffects(effects, ids, existedBefore) : effects
      return { ...transaction, effects: completed }
    })
  }

  /** Adds the creation of a document to transactions, if the history does not have it and it is in the range. */
  #addBeginning(
    id: string,
    found: Map<string, PastTransaction & { seq: number }>,
    [first, last]: [number, number],
  ): void {
    const sql =
      'SELECT revert, previous_rev FROM effects WHERE document_id = ? ORDER BY seq LIMIT 1'
    const oldest = this.row<EffectRow>(sql, id)
    const revision = oldest ? oldest.previous_rev : this.#current(id)?._rev
    if (!revision || oldest?.revert === CREATION) return
    const row = this.row<TransactionRow>(
      'SELECT seq, timestamp, author, document_ids FROM transactions WHERE id = ?',
      revision,
    )
    const seq = row?.seq ?? 0
    const document = seq >= first && seq <= last && this.documentAt(id, { revision })
    if (!document) return
    const transaction = found.get(revision) ?? {
      ...{ seq, id: revision, effects: {} as Record<string, Effects> },
      timestamp: row?.timestamp ?? document._updatedAt,
      author: row?.author ?? 'unknown',
      documentIDs: row ? JSON.parse(row.document_ids) : [],
    }
    transaction.documentIDs.push(id)
    transaction.effects[id] = { apply: [0, withoutRevision(document)], revert: [0, null] }
    found.set(revision, transaction)
  }

  /**
   * Returns the document at a point in its history, with its `_rev` of that time. Returns undefined when the document
   * did not exist then, or when that part of the history is pruned.
   */
  documentAt(id: string, point: HistoryPoint): SanityDocument | undefined {
    let document = this.#current(id)
    if (point === 'last') {
      for (const row of document ? [] : this.#newestFirst(id)) {
        document = undo(document, row)
        if (document) break
      }
      return document
    }
    const until = 'revision' in point ? this.#seqOf(point.revision) : undefined
    for (const row of this.#newestFirst(id)) {
      const isPast = 'time' in point ? row.timestamp <= point.time : row.seq <= (until ?? -1)
      if (isPast) return document
      document = undo(document, row)
    }
    if (!document) return undefined
    if ('time' in point) return document._updatedAt <= point.time ? document : undefined
    if (until === undefined) return document._rev === point.revision ? document : undefined
    // If a transaction is still stored, all later ones are too, so they have been undone here. Only the creation by an
    // import is not in the history.
    return (this.#seqOf(document._rev) ?? 0) <= until ? document : undefined
  }

  /**
   * Deletes the transactions before the first one that is not older than `before` (ISO 8601). Returns the number of
   * deleted transactions, at most `limit`.
   */
  prune(before: string, limit = Number.MAX_SAFE_INTEGER): number {
    const oldest = this.rows<TransactionRow>(
      'SELECT seq, timestamp, document_ids FROM transactions ORDER BY seq LIMIT ?',
      limit,
    )
    const end = oldest.findIndex(({ timestamp }) => timestamp >= before)
    const old = end === -1 ? oldest : oldest.slice(0, end)
    if (old.length === 0) return 0
    inTransaction(this.database, () => {
      for (const { seq, document_ids } of old) {
        // Delete by primary key: searching by transaction alone would scan all effects.
        for (const id of JSON.parse(document_ids) as string[]) {
          this.run('DELETE FROM effects WHERE document_id = ? AND seq = ?', id, seq)
        }
        this.run('DELETE FROM transactions WHERE seq = ?', seq)
      }
    })
    return old.length
  }

  /** Returns whether the history has any state of a document, so that a deleted document could be restored. */
  has(id: string): boolean {
    const sql = 'SELECT 1 FROM effects WHERE document_id = ? LIMIT 1'
    return this.row(sql, id) !== undefined
  }

  /** Returns the newest transaction, or the newest one that changed published documents, if it is stored. */
  newest({ published = false } = {}): StoredTransaction | undefined {
    const sql =
      'SELECT seq, id, timestamp FROM transactions WHERE published >= ? ORDER BY seq DESC LIMIT 1'
    return this.row<StoredTransaction>(sql, published ? 1 : 0)
  }

  /** Returns whether a transaction is stored under this number. */
  includes({ seq, id }: Pick<StoredTransaction, 'seq' | 'id'>): boolean {
    return this.#seqOf(id) === seq
  }

  /** Frees the disk space of pruned transactions. Rewrites the whole file. */
  compact(): void {
    this.database.exec('VACUUM')
    this.database.pragma('wal_checkpoint(TRUNCATE)')
  }

  #seqOf(transactionId: string): number | undefined {
    const sql = 'SELECT seq FROM transactions WHERE id = ?'
    return this.row<TransactionRow>(sql, transactionId)?.seq
  }

  #existedBefore(id: string, seq: number): boolean {
    const sql = 'SELECT revert FROM effects WHERE document_id = ? AND seq >= ? ORDER BY seq LIMIT 1'
    const next = this.row<EffectRow>(sql, id, seq)
    return next ? next.revert !== CREATION : this.#current(id) !== undefined
  }

  #newestFirst(id: string): Iterable<EffectRow> {
    return this.database
      .prepare(
        `SELECT revert, previous_rev, seq, timestamp FROM effects JOIN transactions USING (seq)
         WHERE document_id = ? ORDER BY seq DESC`,
      )
      .iterate(id) as Iterable<EffectRow>
  }
}

/** Returns the time that many days ago in ISO 8601, as `prune` takes it. */
export function daysAgo(days: number): string {
  return new Date(Math.max(0, Date.now() - days * 86_400_000)).toISOString()
}

function undo(document: SanityDocument | undefined, row: EffectRow): SanityDocument | undefined {
  const earlier = applyPatch(withoutRevision(document), JSON.parse(row.revert) as RawPatch)
  return earlier ? { ...(earlier as SanityDocument), _rev: row.previous_rev ?? '' } : undefined
}
