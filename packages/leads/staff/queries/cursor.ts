import type { LeadQuery } from '../../contract/leads.ts'
import { CursorError } from '../../errors.ts'
import { storable } from '../../store/storable.ts'
import type { Position } from './find-leads.ts'

/** The position after which a page begins, and the count of the first page. */
export interface Cursor {
  after: Position
  total: number
  totalIsMore: boolean
}

/** The maximum of a lead's number, which is a 32-bit integer on PostgreSQL. */
const maxSeq = 2 ** 31 - 1

/** Encodes a cursor as opaque text. */
export function encodeCursor(sort: LeadQuery['sort'], { after, total, totalIsMore }: Cursor) {
  const parts = [sort, after.seq, after.value, total, totalIsMore ? 1 : 0]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/**
 * Decodes a cursor. Needs no signature: people who may list leads may read all of them.
 *
 * @throws CursorError when it is invalid
 */
export function decodeCursor(sort: LeadQuery['sort'], text: string): Cursor {
  const [sortedBy, seq, value, total, isMore] = parsed(text)
  const isValid =
    sortedBy === sort &&
    Number.isSafeInteger(seq) &&
    Math.abs(seq as number) <= maxSeq &&
    Number.isSafeInteger(total) &&
    typeof value === 'string'
  if (!isValid) throw new CursorError('The cursor is not valid for this list')
  const after = { seq: seq as number, value: storable(value as string) }
  return { after, total: total as number, totalIsMore: isMore === 1 }
}

function parsed(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
