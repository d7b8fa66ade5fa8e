import { hash } from 'node:crypto'
import type { LeadDatabase, LeadTables } from '../../store/database/tables.ts'

/** A row of `lead_audit`. */
type Entry = LeadTables['lead_audit']

/** The last entry. A stored copy shows later whether the entries up to it are still unchanged. */
export type AuditHead = Pick<Entry, 'seq' | 'hash'>

/**
 * Returns an entry's hash: SHA-256 in hexadecimal, over the previous hash ('' for the first entry) and the entry as
 * JSON.
 */
export function hashOf(previous: string, entry: Omit<Entry, 'hash'>): string {
  const { seq, at, actor, actor_name, action, lead_id, detail } = entry
  return hash(
    'sha256',
    JSON.stringify([previous, seq, at, actor, actor_name, action, lead_id, detail]),
  )
}

/** The result of a verification: the number of valid entries, the last of them, and the first invalid one. */
export interface Verification {
  entries: number
  head?: AuditHead
  broken?: { seq: number; reason: 'missing' | 'changed' }
}

/** Maximum number of entries in memory. */
const pageSize = 1_000

/**
 * Verifies the whole chain, and that the entries in `known` are in it. Only those show that entries at the end were
 * deleted.
 */
export async function verify(
  database: LeadDatabase,
  known: readonly AuditHead[] = [],
): Promise<Verification> {
  let head: AuditHead = { seq: 0, hash: '' }
  for (;;) {
    const entries = await database
      .selectFrom('lead_audit')
      .selectAll()
      .where('seq', '>', head.seq)
      .orderBy('seq')
      .limit(pageSize)
      .execute()
    for (const entry of entries) {
      const seq = head.seq + 1
      const broken = (reason: 'missing' | 'changed') => ({
        entries: head.seq,
        ...(head.seq > 0 && { head }),
        broken: { seq, reason },
      })
      if (entry.seq !== seq) return broken('missing')
      const isAsKnown = known.every((one) => one.seq !== seq || one.hash === entry.hash)
      if (entry.hash !== hashOf(head.hash, entry) || !isAsKnown) return broken('changed')
      head = { seq, hash: entry.hash }
    }
    if (entries.length < pageSize) break
  }
  const isCut = known.some(({ seq }) => seq > head.seq)
  return {
    entries: head.seq,
    ...(head.seq > 0 && { head }),
    ...(isCut && { broken: { seq: head.seq + 1, reason: 'missing' as const } }),
  }
}

/** Returns the last entry, or undefined if the log is empty. */
export function headOf(database: LeadDatabase): Promise<AuditHead | undefined> {
  return database
    .selectFrom('lead_audit')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}
