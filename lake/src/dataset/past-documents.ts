import { Statements } from 'halvi-runtime/files/sqlite-statements'
import type { SanityDocument } from '../documents/document.ts'
import { publishedId } from '../documents/ids.ts'

/** A deleted document. `seq` and `documentId` together are the position in the list. */
export interface DeletedDocument {
  /** The published id. */
  id: string
  /** The id under which the document is stored in the history: its draft's, if that was deleted last. */
  documentId: string
  seq: number
  author: string
  timestamp: string
  document: SanityDocument
}

interface DeletedRow {
  document_id: string
  seq: number
  author: string
  timestamp: string
  revert: string
}

export type ActivityKind =
  | 'created'
  | 'edited'
  | 'published'
  | 'unpublished'
  | 'discarded'
  | 'deleted'

/** A person's change of a document in one transaction, or in several edits in a row. */
export interface Activity {
  kind: ActivityKind
  /** The published id. */
  id: string
  author: string
  /** The time of the last transaction. */
  timestamp: string
  document: SanityDocument | undefined
}

interface EffectRow {
  document_id: string
  created: number
  deleted: number
}

/** Transactions that are read for one page of activities. Each keystroke of an editor may be one. */
const MAX_TRANSACTIONS = 2_000
/** Documents of one transaction that are listed. An import may have thousands. */
const MAX_DOCUMENTS = 20
/** Edits within this time are one activity, in milliseconds. */
const MERGED_MS = 30 * 60_000

/** SQL for the published id of a draft or published document. */
const base = (id: string) => `iif(substr(${id}, 1, 7) = 'drafts.', substr(${id}, 8), ${id})`

/** Lists past changes of all documents, newest first. */
export class PastDocuments extends Statements {
  /**
   * Returns documents that exist neither published nor as a draft any more, newest deletion first. Reads the index of
   * deletions, so it does not depend on the length of the history.
   *
   * @param types the types to list
   * @param before the last document of the previous page
   */
  deleted(
    types: readonly string[],
    limit: number,
    before?: Pick<DeletedDocument, 'seq' | 'documentId'>,
  ): DeletedDocument[] {
    const { seq = Number.MAX_SAFE_INTEGER, documentId = '' } = before ?? {}
    const rows = this.rows<DeletedRow>(
      `SELECT document_id, seq, author, timestamp, revert
       FROM effects AS e JOIN transactions USING (seq)
       WHERE apply = '[0,null]' AND (seq, document_id) < (?, ?)
         AND ${DELETED_LAST} AND json_extract(revert, '$[1]._type') IN (SELECT value FROM json_each(?))
       ORDER BY seq DESC, document_id DESC LIMIT ?`,
      ...[seq, documentId, JSON.stringify(types), limit],
    )
    return rows.map(toDeleted)
  }

  /** Returns a document that is deleted, by its published id. */
  deletedById(id: string): DeletedDocument | undefined {
    const row = this.row<DeletedRow>(
      `SELECT document_id, seq, author, timestamp, revert
       FROM effects AS e JOIN transactions USING (seq)
       WHERE apply = '[0,null]' AND document_id IN (?, 'drafts.' || ?) AND ${DELETED_LAST}`,
      ...[id, id],
    )
    return row && toDeleted(row)
  }

  /**
   * Returns changes of all documents, newest first. Edits of a document in a row by the same person are one activity.
   *
   * @param before the `next` of the previous page
   * @param find returns the current document with a published id, its draft if there is one
   * @returns `next` is undefined at the end of the history
   */
  activities(
    limit: number,
    find: (id: string) => SanityDocument | undefined,
    before = Number.MAX_SAFE_INTEGER,
  ): { activities: Activity[]; next: number | undefined } {
    const activities: Activity[] = []
    const transactions = this.rows<{ seq: number; author: string; timestamp: string }>(
      'SELECT seq, author, timestamp FROM transactions WHERE seq < ? ORDER BY seq DESC LIMIT ?',
      ...[before, MAX_TRANSACTIONS],
    )
    for (const { seq, author, timestamp } of transactions) {
      if (activities.length >= limit) return { activities, next: seq + 1 }
      for (const [id, kind] of this.#changesIn(seq)) {
        const last = activities.findLast((one) => one.id === id)
        const isSame = kind === 'edited' && last?.kind === kind && last.author === author
        if (isSame && Date.parse(last.timestamp) - Date.parse(timestamp) < MERGED_MS) continue
        const document = find(id) ?? this.deletedById(id)?.document
        activities.push({ kind, id, author, timestamp, document })
      }
    }
    const last = transactions.at(-1)
    return { activities, next: transactions.length === MAX_TRANSACTIONS ? last?.seq : undefined }
  }

  /** Returns what happened in a transaction, by published id. */
  #changesIn(seq: number): Map<string, ActivityKind> {
    const rows = this.rows<EffectRow>(
      `SELECT document_id, revert = '[0,null]' AS created, apply = '[0,null]' AS deleted
       FROM transactions AS t JOIN json_each(t.document_ids) AS id
       JOIN effects AS e ON e.document_id = id.value AND e.seq = t.seq
       WHERE t.seq = ? LIMIT ?`,
      ...[seq, 2 * MAX_DOCUMENTS],
    )
    const changes = new Map<string, ActivityKind>()
    for (const { document_id: documentId } of rows) {
      const id = publishedId(documentId)
      if (changes.has(id) || changes.size >= MAX_DOCUMENTS) continue
      const published = rows.find((row) => row.document_id === id)
      const other = rows.find(
        (row) => row.document_id !== id && publishedId(row.document_id) === id,
      )
      changes.set(id, this.#kindOf(id, seq, published, other))
    }
    return changes
  }

  #kindOf(
    id: string,
    seq: number,
    published: EffectRow | undefined,
    draft: EffectRow | undefined,
  ): ActivityKind {
    if (published?.deleted) {
      return draft?.deleted || !this.#exists(`drafts.${id}`, seq) ? 'deleted' : 'unpublished'
    }
    if (published) return 'published'
    if (draft?.created) return this.#exists(id, seq) ? 'edited' : 'created'
    if (draft?.deleted) return this.#exists(id, seq) ? 'discarded' : 'deleted'
    return 'edited'
  }

  /** Returns whether a document existed after a transaction. */
  #exists(documentId: string, seq: number): boolean {
    const next = 'SELECT revert FROM effects WHERE document_id = ? AND seq > ? ORDER BY seq LIMIT 1'
    const later = this.row<{ revert: string }>(next, documentId, seq)
    if (later) return later.revert !== '[0,null]'
    return this.row('SELECT 1 FROM documents WHERE id = ?', documentId) !== undefined
  }
}

/**
 * The condition that a deletion in `e` was a document's last change: the document does not exist, and neither its draft
 * nor its published document was deleted later. Of two deleted at once, this is the draft.
 */
const DELETED_LAST = `substr(e.document_id, 1, 9) <> 'versions.'
  AND NOT EXISTS (
    SELECT 1 FROM documents WHERE id IN (${base('e.document_id')}, 'drafts.' || ${base('e.document_id')})
  )
  AND NOT EXISTS (
    SELECT 1 FROM effects AS later
    WHERE later.document_id IN (${base('e.document_id')}, 'drafts.' || ${base('e.document_id')})
      AND (later.seq > e.seq OR (later.seq = e.seq AND later.document_id > e.document_id
        AND substr(later.document_id, 1, 7) = 'drafts.'))
  )`

function toDeleted({ document_id: documentId, seq, author, timestamp, revert }: DeletedRow) {
  const [, document] = JSON.parse(revert) as [number, SanityDocument]
  return { id: publishedId(documentId), documentId, seq, author, timestamp, document }
}
