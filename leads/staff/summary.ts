import type { LeadSummary } from '../contract/contract.ts'
import { originOf } from '../first-touch.ts'
import type { Payload } from '../lead.ts'
import type { LeadRow } from '../store/database/tables.ts'

/** What makes a summary, of a row of `lead`. */
export const summaryColumns = [
  'id',
  'form',
  'payload',
  'created_at',
  'first_touch',
  'status',
  'state',
  'owner',
  'spam',
  'revision',
] as const

/** What a person is called, or was when they left; undefined for one who is not known here. */
export type NameOf = (person: string) => string | undefined

/** Whether a person is known to work here, and has not left. */
export type WorksHere = (person: string) => boolean

/** The names of several, by their ids; who is not known is left out. */
export const namesBy = (nameOf: NameOf) => async (people: readonly string[]) =>
  Object.fromEntries(
    people.flatMap((person) => {
      const name = nameOf(person)
      return name === undefined ? [] : [[person, name]]
    }),
  ) as Record<string, string>

/** A lead in a line. @param notes how many it has */
export function summaryOf(
  row: Pick<LeadRow, (typeof summaryColumns)[number]>,
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
    status: row.status as LeadSummary['status'],
    delivery: row.state,
    owner: row.owner === null ? null : { id: row.owner, name: nameOf(row.owner) ?? row.owner },
    spam: row.spam === 1,
    notes,
    revision: row.revision,
  }
}

/** The keys under which the forms keep the visitor's name. */
export const nameKeys: readonly string[] = ['name', 'full_name', 'fullName']

/** Returns the visitor's name, whichever key the form has for it; empty without one. */
export function nameIn(payload: Payload): string {
  return String(payload.name ?? payload.full_name ?? payload.fullName ?? '')
}

/** How the visitor came first; empty where that is not known. */
export function firstTouchOf({
  first_touch,
}: Pick<LeadRow, 'first_touch'>): Record<string, string> {
  return first_touch === null ? {} : JSON.parse(first_touch)
}
