import { iso } from '../clock.ts'
import type { Mentions } from '../contract/erasure.ts'
import type { LeadDetail } from '../contract/lead.ts'
import type { Actor } from '../contract/permissions.ts'
import { type FormDescription, labelOf } from '../form-description.ts'
import type { Payload } from '../lead.ts'
import type { LeadDatabase, LeadRow } from '../store/database/tables.ts'
import { aboutPerson } from './about-person.ts'
import { recordEvent } from './audit/audit-log.ts'
import type { StaffContext } from './context.ts'
import { bounced, firstTouchOf, summaryOf } from './summary.ts'

/** Returns a lead with all its details and records the read. Resolves to undefined for an unknown id. */
export async function readDetail(
  context: StaffContext,
  id: string,
  by: Actor,
): Promise<LeadDetail | undefined> {
  const lead = await detailOf(context, id)
  if (lead) await context.reads.viewed(by, id)
  return lead
}

/**
 * Returns everything that is stored about an email address as JSON, for the person who owns it, and records the
 * export.
 *
 * @param ids the person's leads
 * @param mentions other places that contain the address, without the text around it
 */
export async function aboutAddress(
  context: StaffContext,
  email: string,
  ids: readonly string[],
  mentions: Mentions,
  by: Actor,
): Promise<string> {
  const at = iso(context.clock.wall())
  const leads: object[] = []
  for (const id of ids) {
    const lead = await detailOf(context, id)
    if (!lead) continue
    const { revision: _, notes: __, noteList, lastError: ___, ...kept } = lead
    leads.push({ ...kept, notes: noteList })
  }
  const mentioned = mentions.leads.length + mentions.views.length
  const detail = { format: 'about-address', leads: leads.length, mentions: mentioned }
  await recordEvent(context, { by, action: 'leads.exported', detail })
  const person = await aboutPerson(context.database, email)
  return `${JSON.stringify({ email, at, person, leads, mentions }, null, 2)}\n`
}

async function detailOf(
  { database, forms, nameOf }: StaffContext,
  id: string,
): Promise<LeadDetail | undefined> {
  const leads = database.selectFrom('lead').selectAll().select(bounced)
  const row = await leads.where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const notes = await database
    .selectFrom('lead_note')
    .selectAll()
    .where('lead_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    ...summaryOf(row, notes.length, nameOf),
    fields: fieldsOf(row, forms),
    firstTouch: firstTouchOf(row),
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    deliveredAt: row.delivered_at,
    lastError: row.last_error,
    history: await historyOf(database, row),
    noteList: notes.map((note) => ({
      id: note.id,
      text: note.text,
      by: { id: note.author, name: note.author_name },
      createdAt: note.created_at,
    })),
    applicant: row.state === 'erased' ? null : row.applicant_id,
    announced: await announcedDecisions(database, id),
  }
}

/** Returns the decisions on a lead about which a message is in the outbox, except for canceled messages. */
export async function announcedDecisions(within: LeadDatabase, lead: string): Promise<string[]> {
  const messages = await within
    .selectFrom('lead_message')
    .select('kind')
    .distinct()
    .where('lead_id', '=', lead)
    .where('kind', 'in', ['accepted', 'declined'])
    .where('state', 'not in', ['suppressed', 'canceled'])
    .execute()
  return messages.map(({ kind }) => kind)
}

/** Returns the fields that the visitor filled in, with labels. */
function fieldsOf(
  { form, payload }: Pick<LeadRow, 'form' | 'payload'>,
  forms: readonly FormDescription[],
): LeadDetail['fields'] {
  return Object.entries(JSON.parse(payload) as Payload)
    .filter(([key]) => key !== 'type')
    .map(([key, value]) => ({
      key,
      label: labelOf(forms, form, key),
      value: typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value,
    }))
}

/** Actions that change a lead. Reads are in the audit log only. */
const changeActions = [
  'lead.changed',
  'lead.noted',
  'lead.replied',
  'lead.answered',
  'lead.replayed',
  'lead.corrected',
  'lead.redacted',
  'lead.erased',
]

/** Maximum number of changes shown. Older ones are in the audit log. */
const maxChanges = 500

/** Returns a lead's history, oldest first, from its columns and from the audit log. */
async function historyOf(
  database: LeadDatabase,
  { id, form, created_at, delivered_at, attempts }: LeadRow,
): Promise<LeadDetail['history']> {
  const entries = await database
    .selectFrom('lead_audit')
    .select(['at', 'actor', 'actor_name', 'action', 'detail'])
    .where('lead_id', '=', id)
    .where('action', 'in', changeActions)
    .orderBy('seq', 'desc')
    .limit(maxChanges)
    .execute()
  const changes = entries.reverse().map(({ at, actor, actor_name, action, detail }) => ({
    ...{ at, action, by: { id: actor, name: actor_name } },
    detail: JSON.parse(detail) as Record<string, unknown>,
  }))
  const received = { at: created_at, action: 'lead.received', by: null, detail: { form } }
  const delivered = { at: delivered_at ?? '', action: 'lead.delivered', by: null }
  return [
    received,
    ...(delivered_at === null ? [] : [{ ...delivered, detail: { attempts } }]),
    ...changes,
  ].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}
