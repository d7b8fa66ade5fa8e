import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LeadQuery } from '../../contract/contract.ts'
import type { Actor } from '../../contract/permissions.ts'
import { CursorError } from '../../errors.ts'
import type { Position } from './find-leads.ts'

/** The position after which a page begins, and the count of the first page. */
export interface Cursor {
  after: Position
  total: number
  totalIsMore: boolean
}

/** Signs cursors, so that only the person who got a page can get the next page of the same list. */
export class CursorSigner {
  readonly #key: Buffer

  /** @param secret the same for all processes on one database */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('cursors of leads').digest()
  }

  /** Returns a cursor that `verify` accepts from this person, with the same filter and sort order. */
  sign(cursor: string, by: Actor, query: LeadQuery): string {
    const { after: _after, limit: _limit, ...list } = query
    const parameters = Object.entries(list)
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
    const signature = createHmac('sha256', this.#key)
      .update(JSON.stringify([by.id, parameters, cursor]))
      .digest('base64url')
    return `${cursor}.${signature}`
  }

  /**
   * Returns the signed cursor.
   *
   * @throws CursorError when the signature is invalid
   */
  verify(signed: string, by: Actor, query: LeadQuery): string {
    const cursor = signed.split('.', 1).join('')
    const [given, own] = [Buffer.from(signed), Buffer.from(this.sign(cursor, by, query))]
    if (given.length === own.length && timingSafeEqual(given, own)) return cursor
    throw new CursorError('The cursor is not valid for this list')
  }
}

/** Encodes a cursor as opaque text. */
export function encodeCursor(sort: LeadQuery['sort'], { after, total, totalIsMore }: Cursor) {
  const parts = [sort, after.seq, after.value, total, totalIsMore ? 1 : 0]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/**
 * Decodes a cursor.
 *
 * @throws CursorError when it is invalid
 */
export function decodeCursor(sort: LeadQuery['sort'], text: string): Cursor {
  const [sortedBy, seq, value, total, isMore] = parsed(text)
  const isValid =
    sortedBy === sort &&
    Number.isSafeInteger(seq) &&
    Number.isSafeInteger(total) &&
    typeof value === 'string'
  if (!isValid) throw new CursorError('The cursor is not valid for this list')
  const after = { seq: seq as number, value: value as string }
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
