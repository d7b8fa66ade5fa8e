import type { Kysely } from 'kysely'
import { type Clock, iso } from '../../clock.ts'
import type { LeadTables } from '../../store/database/tables.ts'
import type { InTransaction } from '../../store/database/transaction.ts'
import { appendAudit } from './append.ts'
import type { AuditLog } from './audit-log.ts'
import { endLinksOf } from './end-links.ts'

/** The log of what staff do, in the database of the leads. */
export function openAuditLog(
  database: Kysely<LeadTables>,
  inTransaction: InTransaction,
  clock: Clock,
): AuditLog {
  return {
    append: (event) =>
      inTransaction(async (within) => {
        await endLinksOf(within, event)
        await appendAudit(within, [event], iso(clock.wall()))
      }),

    async list({ before, lead, limit }) {
      const rows = await database
        .selectFrom('lead_audit')
        .select(['seq', 'at', 'actor', 'actor_name', 'action', 'lead_id', 'detail'])
        .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
        .$if(lead !== undefined, (query) => query.where('lead_id', '=', lead ?? ''))
        .orderBy('seq', 'desc')
        .limit(limit + 1)
        .execute()
      const shown = rows.slice(0, limit)
      return {
        entries: shown.map((row) => ({
          seq: row.seq,
          at: row.at,
          by: { id: row.actor, name: row.actor_name },
          action: row.action,
          lead: row.lead_id,
          detail: JSON.parse(row.detail) as Record<string, unknown>,
        })),
        next: rows.length > limit ? (shown.at(-1)?.seq ?? null) : null,
      }
    },
  }
}
