import { Statements } from 'halvi-kit/files/sqlite-statements'
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

/** SQL for the published id of a draft or published document. */
const base = (id: string) => `iif(substr(${id}, 1, 7) = 'drafts.', substr(${id}, 8), ${id})`

/** Finds deleted documents in the history. */
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
