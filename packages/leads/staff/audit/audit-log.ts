import { sql } from 'kysely'
import { type Clock, iso } from '../../clock.ts'
import type { AuditPage } from '../../contract/audit.ts'
import { type Actor, permissionsOf } from '../../contract/permissions.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import type { InTransaction } from '../../store/database/transaction.ts'
import { storable } from '../../store/storable.ts'
import type { StoreContext } from '../../store/store-context.ts'

/** An action to record. It refers to a lead by its id and never contains personal data. */
export interface AuditEvent {
  by: Actor
  /** `lead.viewed`, `leads.exported`, `person.signed-in`, … */
  action: string
  lead?: string
  detail?: Readonly<Record<string, unknown>>
}

/** The audit log. Its entries are numbered without gaps. */
export type AuditLog = ReturnType<typeof openAuditLog>

/** Opens the log of staff actions, in the leads' database. */
export function openAuditLog(database: LeadDatabase, inTransaction: InTransaction, clock: Clock) {
  return {
    /** Resolves when the entry is durable. */
    append: (event: AuditEvent): Promise<void> =>
      inTransaction(async (within) => {
        await deletePreviewLinksOf(within, event)
        await appendAudit(within, [event], iso(clock.wall()))
      }),

    /** Returns entries, newest first. */
    async list(query: { before?: number; lead?: string; limit: number }): Promise<AuditPage> {
      const { before, lead, limit } = query
      const rows = await database
        .selectFrom('lead_audit')
        .select(['seq', 'at', 'actor', 'actor_name', 'action', 'lead_id', 'detail'])
        .$if(before !== undefined, (found) => found.where('seq', '<', before ?? 0))
        .$if(lead !== undefined, (found) => found.where('lead_id', '=', lead ?? ''))
        .orderBy('seq', 'desc')
        .limit(limit + 1)
        .execute()
      const entries = rows
        .slice(0, limit)
        .map(({ actor, actor_name, lead_id, detail, ...row }) => ({
          ...row,
          by: { id: actor, name: actor_name },
          lead: lead_id,
          detail: JSON.parse(detail) as Record<string, unknown>,
        }))
      return { entries, next: rows.length > limit ? (entries.at(-1)?.seq ?? null) : null }
    },
  }
}

/** Appends one event in a separate transaction. */
export function recordEvent(
  { inTransaction, clock }: Pick<StoreContext, 'inTransaction' | 'clock'>,
  event: AuditEvent,
): Promise<void> {
  return inTransaction((within) => appendAudit(within, [event], iso(clock.wall())))
}

/** Key of the audit log's advisory lock in this database: 'audi' in ASCII. */
const advisoryLock = 0x61756474

/**
 * Appends events, as the last statements of a transaction. On PostgreSQL, other transactions that append wait until
 * it ends, so that no two entries get the same number. `at` is in ISO 8601 and UTC.
 */
export async function appendAudit(
  within: LeadDatabase,
  events: readonly AuditEvent[],
  at: string,
): Promise<void> {
  if (events.length === 0) return
  if (isPostgres(within)) {
    const keys = sql`${sql.lit(advisoryLock)}, hashtext(current_schema())`
    await sql`select pg_advisory_xact_lock(${keys})`.execute(within)
  }
  const last = await within
    .selectFrom('lead_audit')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  let seq = last?.seq ?? 0
  for (const { by, action, lead = null, detail = {} } of events) {
    seq += 1
    const actor = { actor: storable(by.id), actor_name: storable(by.name) }
    const entry = { seq, at, ...actor, action, lead_id: lead, detail: JSON.stringify(detail) }
    await within.insertInto('lead_audit').values(entry).execute()
  }
}

/** Deletes the preview links of an account that was removed, or whose new roles may not share previews. */
async function deletePreviewLinksOf(
  within: LeadDatabase,
  { action, detail }: Pick<AuditEvent, 'action' | 'detail'>,
): Promise<void> {
  const isChange = action === 'person.roles-changed'
  const mayShare =
    isChange && permissionsOf([detail?.to].flat().map(String)).includes('preview:share')
  if (mayShare || !(isChange || action === 'person.removed')) return
  const owner = String(detail?.subject)
  await within.deleteFrom('lead_preview_link').where('owner', '=', owner).execute()
}
