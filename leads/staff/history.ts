import type { Kysely } from 'kysely'
import type { LeadDetail } from '../contract/contract.ts'
import type { LeadRow, LeadTables } from '../store/database/tables.ts'

type History = LeadDetail['history']

/** Of the audit log, what changed a lead; who looked at it stands in the log alone. */
const changing = ['lead.changed', 'lead.noted', 'lead.replayed', 'lead.redacted', 'lead.erased']

/** So many changes are shown at most, the latest; older ones stand in the audit log. */
const most = 500

/** What became of a lead, the oldest first: from its own columns, and from the audit log. */
export async function historyOf(database: Kysely<LeadTables>, row: LeadRow): Promise<History> {
  const entries = await database
    .selectFrom('lead_audit')
    .select(['at', 'actor', 'actor_name', 'action', 'detail'])
    .where('lead_id', '=', row.id)
    .where('action', 'in', changing)
    .orderBy('seq', 'desc')
    .limit(most)
    .execute()
  const changes: History = entries.map(({ at, actor, actor_name, action, detail }) => ({
    at,
    action,
    by: { id: actor, name: actor_name },
    detail: JSON.parse(detail) as Record<string, unknown>,
  }))
  return [...ownEvents(row), ...changes.reverse()].sort(byTime)
}

function ownEvents(row: LeadRow): History {
  const events: History = [
    { at: row.created_at, action: 'lead.received', by: null, detail: { form: row.form } },
  ]
  if (row.delivered_at !== null) {
    const detail = { attempts: row.attempts }
    events.push({ at: row.delivered_at, action: 'lead.delivered', by: null, detail })
  }
  return events
}

const byTime = (one: { at: string }, other: { at: string }) =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : 0
