import { inTransaction, type SqliteDatabase } from 'halvi-runtime/files/sqlite-file'
import { applyPatch, type RawPatch } from 'mendoza'
import type { SanityDocument } from '../documents/document.ts'
import { type Effects, withoutRevision } from '../documents/transaction.ts'
import { timelineEffects } from './timeline-effects.ts'

/** A transaction as its history has it, with its effects on the documents that were asked for. */
export interface PastTransaction {
  id: string
  /** ISO 8601. */
  timestamp: string
  author: string
  /** Every document that it touched. */
  documentIDs: string[]
  effects: Record<string, Effects>
}

/** Which part of the documents' history is wanted. */
export interface HistoryRange {
  /** The first transaction, itself included. */
  from?: string | undefined
  /** The last one, itself included. */
  to?: string | undefined
  /** The newest first. */
  reverse?: boolean
  limit: number
  /** With the effects that the Studio's timeline needs, see `timelineEffects`. */
  timeline?: boolean
}

/** A moment of a document: right after a transaction, at a time (ISO 8601), or when it last existed. */
export type Moment = { revision: string } | { time: string } | 'last'

interface EffectRow {
  apply: string
  revert: string
  previous_rev: string | null
  seq: number
  id: string
  timestamp: string
}

/**
 * What transactions did to each document, kept as Mendoza patches. A document's
 * past is found by undoing, from now, what came after: so it stays right when the
 * oldest part is pruned. Transactions are ordered as they were committed, not by
 * their timestamps: clocks may be set back.
 */
export class History {
  readonly #database: SqliteDatabase
  readonly #current: (id: string) => SanityDocument | undefined

  constructor(database: SqliteDatabase, current: (id: string) => SanityDocument | undefined) {
    this.#database = database
    this.#current = current
  }

  /** The transactions on any of these documents. None when `from` or `to` is not known (any more). */
  transactions(ids: readonly string[], range: HistoryRange): PastTransaction[] {
    const first = range.from === undefined ? 0 : this.#seqOf(range.from)
    const last = range.to === undefined ? Number.MAX_SAFE_INTEGER : this.#seqOf(range.to)
    if (first === undefined || last === undefined || ids.length === 0) return []
    const places = ids.map(() => '?').join(', ')
    const rows = this.#database
      .prepare(
        `SELECT seq, id, timestamp, author, document_ids FROM transactions WHERE seq IN (
           SELECT DISTINCT seq FROM effects WHERE document_id IN (${places}) AND seq BETWEEN ? AND ?
           ORDER BY seq ${range.reverse ? 'DESC' : 'ASC'} LIMIT ?
         ) ORDER BY seq ${range.reverse ? 'DESC' : 'ASC'}`,
      )
      .all(...ids, first, last, range.limit) as {
      seq: number
      id: string
      timestamp: string
      author: string
      document_ids: string
    }[]
    const effects = this.#database.prepare(
      `SELECT document_id, apply, revert FROM effects WHERE document_id IN (${places}) AND seq = ?`,
    )
    return rows.map(({ seq, id, timestamp, author, document_ids }) => {
      const found = effects.all(...ids, seq) as (EffectRow & { document_id: string })[]
      const done: Record<string, Effects> = Object.fromEntries(
        found.map(({ document_id, apply, revert }) => [
          document_id,
          { apply: JSON.parse(apply), revert: JSON.parse(revert) },
        ]),
      )
      return {
        id,
        timestamp,
        author,
        documentIDs: JSON.parse(document_ids) as string[],
        effects: range.timeline
          ? timelineEffects(done, ids, (document) => this.#existedBefore(document, seq))
          : done,
      }
    })
  }

  /**
   * The document as it was at a moment, `_rev` included; undefined when there was
   * none then, or when that is not known any more.
   */
  documentAt(id: string, moment: Moment): SanityDocument | undefined {
    let document = this.#current(id)
    if (moment === 'last' && document) return document
    const until =
      moment !== 'last' && 'revision' in moment ? this.#seqOf(moment.revision) : undefined
    let isKnown = false
    for (const row of this.#newestFirst(id)) {
      if (moment !== 'last' && isPast(row, moment, until)) {
        isKnown = true
        break
      }
      document = undo(document, row)
      if (moment === 'last' && document) return document
    }
    if (moment === 'last' || isKnown || !document) return document
    if ('revision' in moment) {
      // What came after a transaction that is kept is kept too, and has been undone.
      return until !== undefined || document._rev === moment.revision ? document : undefined
    }
    return document._updatedAt <= moment.time ? document : undefined
  }

  /**
   * Forgets the transactions before a time (ISO 8601), except what came after the
   * first one that is not older; documents and their revisions stay as they are.
   * Returns how many were forgotten: the oldest, at most `limit`.
   */
  prune(before: string, limit = Number.MAX_SAFE_INTEGER): number {
    const oldest = this.#database
      .prepare('SELECT seq, timestamp, document_ids FROM transactions ORDER BY seq LIMIT ?')
      .all(limit) as { seq: number; timestamp: string; document_ids: string }[]
    const end = oldest.findIndex(({ timestamp }) => timestamp >= before)
    const old = end === -1 ? oldest : oldest.slice(0, end)
    if (old.length === 0) return 0
    const forgetEffects = this.#database.prepare(
      'DELETE FROM effects WHERE document_id = ? AND seq = ?',
    )
    const forget = this.#database.prepare('DELETE FROM transactions WHERE seq = ?')
    inTransaction(this.#database, () => {
      for (const { seq, document_ids } of old) {
        // By their key: a search for the transaction alone would read all effects.
        for (const id of JSON.parse(document_ids) as string[]) forgetEffects.run(id, seq)
        forget.run(seq)
      }
    })
    return old.length
  }

  /** Whether there is anything left of what a document was: one that is deleted could be had back. */
  knows(id: string): boolean {
    const find = this.#database.prepare('SELECT 1 FROM effects WHERE document_id = ? LIMIT 1')
    return find.get(id) !== undefined
  }

  /** When the first and the last transaction that are kept were committed; undefined when none is. */
  ends(): { oldest: string; newest: string } | undefined {
    const at = (order: 'ASC' | 'DESC') =>
      this.#database
        .prepare(`SELECT timestamp FROM transactions ORDER BY seq ${order} LIMIT 1`)
        .get() as { timestamp: string } | undefined
    const [first, last] = [at('ASC'), at('DESC')]
    return first && last && { oldest: first.timestamp, newest: last.timestamp }
  }

  /** Gives the disk back what was pruned. Rewrites the whole file. */
  compact(): void {
    this.#database.exec('VACUUM')
    this.#database.pragma('wal_checkpoint(TRUNCATE)')
  }

  #seqOf(transactionId: string): number | undefined {
    const row = this.#database
      .prepare('SELECT seq FROM transactions WHERE id = ?')
      .get(transactionId) as { seq: number } | undefined
    return row?.seq
  }

  #existedBefore(id: string, seq: number): boolean {
    const next = this.#database
      .prepare('SELECT revert FROM effects WHERE document_id = ? AND seq >= ? ORDER BY seq LIMIT 1')
      .get(id, seq) as { revert: string } | undefined
    return next ? next.revert !== '[0,null]' : this.#current(id) !== undefined
  }

  #newestFirst(id: string): Iterable<EffectRow> {
    return this.#database
      .prepare(
        `SELECT apply, revert, previous_rev, seq, id, timestamp FROM effects JOIN transactions USING (seq)
         WHERE document_id = ? ORDER BY seq DESC`,
      )
      .iterate(id) as Iterable<EffectRow>
  }
}

/** The moment so many days before now, in ISO 8601: what `prune` takes. */
export function daysAgo(days: number): string {
  return new Date(Math.max(0, Date.now() - days * 86_400_000)).toISOString()
}

function isPast(row: EffectRow, moment: Exclude<Moment, 'last'>, until = -1): boolean {
  return 'time' in moment ? row.timestamp <= moment.time : row.seq <= until
}

function undo(document: SanityDocument | undefined, row: EffectRow): SanityDocument | undefined {
  const earlier = applyPatch(withoutRevision(document), JSON.parse(row.revert) as RawPatch)
  return earlier ? { ...(earlier as SanityDocument), _rev: row.previous_rev ?? '' } : undefined
}
