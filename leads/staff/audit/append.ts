import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadTables } from '../../store/database/tables.ts'
import { storable } from '../../store/storable.ts'
import type { AuditEvent } from './audit-log.ts'
import { hashOf, headOf } from './chain.ts'

/** Says 'audit' among this database's advisory locks. */
const lock = 0x61756474

/**
 * Writes down what is done by the transaction that this is called in, as the last thing in it: on
 * PostgreSQL others that write down something wait from here on until it ends, since each entry is
 * chained to the one before. SQLite has one writer in any case.
 *
 * @param at ISO 8601 in UTC
 */
export async function appendAudit(
  within: Kysely<LeadTables>,
  events: readonly AuditEvent[],
  at: string,
): Promise<void> {
  if (events.length === 0) return
  if (isPostgres(within)) {
    await sql`select pg_advisory_xact_lock(${sql.lit(lock)}, hashtext(current_schema()))`.execute(
      within,
    )
  }
  let { seq, hash } = (await headOf(within)) ?? { seq: 0, hash: '' }
  for (const event of events) {
    seq += 1
    const entry = {
      seq,
      at,
      actor: storable(event.by.id),
      actor_name: storable(event.by.name),
      action: event.action,
      lead_id: event.lead ?? null,
      detail: canonical(event.detail ?? {}),
    }
    hash = hashOf(hash, entry)
    await within
      .insertInto('lead_audit')
      .values({ ...entry, hash })
      .execute()
  }
}

/** JSON with the keys of each object in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
