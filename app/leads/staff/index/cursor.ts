import type { LeadQuery } from '../contract/contract.ts'
import type { Place } from './index-database.ts'

/** The place after which a page begins, and what the first page has counted. */
export interface Cursor {
  after: Place
  total: number
  totalIsMore: boolean
}

/** What a page gave as `next` is none of this sort, or of none at all. */
export class CursorError extends Error {
  override name = 'CursorError'
}

/** A cursor as text that nobody has to understand. */
export function encodeCursor(sort: LeadQuery['sort'], { after, total, totalIsMore }: Cursor) {
  const parts = [sort, after.seq, after.value ?? null, total, totalIsMore ? 1 : 0]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** @throws CursorError */
export function decodeCursor(sort: LeadQuery['sort'], text: string): Cursor {
  const [sortedBy, seq, value, total, isMore] = parsed(text)
  const isSound =
    sortedBy === sort &&
    Number.isSafeInteger(seq) &&
    Number.isSafeInteger(total) &&
    (sort === 'name' || sort === 'email' ? typeof value === 'string' : value === null)
  if (!isSound) throw new CursorError('There is no such place in the list')
  const after: Place = { seq: seq as number, ...(typeof value === 'string' && { value }) }
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
