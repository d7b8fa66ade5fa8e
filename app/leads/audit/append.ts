import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { LeadTables } from '../store/database.ts'
import { storable } from '../store/storable.ts'
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
  event: AuditEvent,
  at: string,
): Promise<void> {
  if (within.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`select pg_advisory_xact_lock(${sql.lit(lock)}, hashtext(current_schema()))`.execute(
      within,
    )
  }
  const { seq = 0, hash = '' } = (await headOf(within)) ?? {}
  const entry = {
    seq: seq + 1,
    at,
    actor: storable(event.by.id),
    actor_name: storable(event.by.name),
    action: event.action,
    lead_id: event.lead ?? null,
    detail: canonical(event.detail ?? {}),
  }
  await within
    .insertInto('lead_audit')
    .values({ ...entry, hash: hashOf(hash, entry) })
    .execute()
}

/** JSON with the keys of each object in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
