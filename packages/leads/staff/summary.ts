import { sql } from 'kysely'
import type { LeadSummary } from '../contract/leads.ts'
import { originOf } from '../first-touch.ts'
import { nameIn, type Payload } from '../lead.ts'
import type { LeadRow } from '../store/database/tables.ts'

/** Columns of `lead` that a summary is built from. */
export const summaryColumns = [
  'id',
  'form',
  'payload',
  'created_at',
  'first_touch',
  'language',
  'status',
  'state',
  'owner',
  'spam',
  'confirmed_at',
  'revision',
] as const

/** Whether a mail server refused the address of the person who applied, as 0 or 1. For queries of `lead`. */
export const bounced = sql<number>`(
  select count(bounced_at) from lead_applicant where lead_applicant.id = lead.applicant_id
)`.as('bounced')

/** Returns the name of a staff member, also of a former one; undefined if unknown. */
export type NameOf = (person: string) => string | undefined

/** Returns a function that looks up several names by id. Unknown ids are omitted. */
export const nameLookup = (nameOf: NameOf) => async (people: readonly string[]) =>
  Object.fromEntries(
    people.flatMap((person) => {
      const name = nameOf(person)
      return name === undefined ? [] : [[person, name]]
    }),
  ) as Record<string, string>

/**
 * Returns a summary of a lead.
 *
 * @param notes number of its notes
 */
export function summaryOf(
  row: Pick<LeadRow, (typeof summaryColumns)[number]> & { bounced: number },
  notes: number,
  nameOf: NameOf,
): LeadSummary {
  const payload = JSON.parse(row.payload) as Payload
  return {
    id: row.id,
    form: row.form,
    name: nameIn(payload),
    email: String(payload.email ?? ''),
    createdAt: row.created_at,
    ...originOf(row.first_touch),
    language: row.language,
    status: row.status as LeadSummary['status'],
    delivery: row.state,
    bounced: row.bounced > 0,
    owner: row.owner === null ? null : { id: row.owner, name: nameOf(row.owner) ?? row.owner },
    spam: row.spam === 1,
    confirmedAt: row.confirmed_at,
    notes,
    revision: row.revision,
  }
}

/** Returns the visitor's first touch; empty if unknown. */
export function firstTouchOf({
  first_touch,
}: Pick<LeadRow, 'first_touch'>): Record<string, string> {
  return first_touch === null ? {} : JSON.parse(first_touch)
}
