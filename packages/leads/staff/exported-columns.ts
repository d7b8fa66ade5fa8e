import { allRanks } from '../referrals/rank.ts'
import type { LeadDatabase, LeadRow } from '../store/database/tables.ts'

/** Columns of a lead that are exported. */
export const exportedColumns = [
  'id',
  'form',
  'language',
  'state',
  'spam',
  'created_at',
  'delivered_at',
  'confirmed_at',
  'applicant_id',
  'status',
  'owner',
  'revision',
  'first_touch',
  'payload',
] as const

/** A note of staff: its time (ISO 8601 in UTC), author, and text. */
interface StoredNote {
  at: string
  by: string
  text: string
}

/** A lead as read from the database for an export. */
export interface StoredRow extends Pick<LeadRow, (typeof exportedColumns)[number]> {
  /** The lead's notes, oldest first. */
  notes: readonly StoredNote[]
  /** The person's place on the list; null for people who do not wait. */
  place: number | null
  /** Number of people whom the person brought; null without a person. */
  referrals: number | null
}

/** Returns a function that adds notes, places, and referrals to leads. The places are those of this moment. */
export async function createDetails(database: LeadDatabase) {
  const places = await allRanks(database)
  return async (
    rows: readonly Pick<LeadRow, (typeof exportedColumns)[number]>[],
  ): Promise<StoredRow[]> => {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const notes = await database
      .selectFrom('lead_note')
      .select(['lead_id', 'created_at as at', 'author_name as by', 'text'])
      .where('lead_id', 'in', ids)
      .orderBy('id')
      .execute()
    const people = await database
      .selectFrom('lead_applicant')
      .select(['id', 'referrals', 'confirmed_seq'])
      .where('id', 'in', [...new Set(rows.map(({ applicant_id }) => applicant_id ?? ''))])
      .execute()
    const personOf = new Map(people.map((person) => [person.id, person]))
    return rows.map((row) => {
      const person = personOf.get(row.applicant_id ?? '')
      return {
        ...row,
        notes: notes.filter(({ lead_id }) => lead_id === row.id),
        place: places.get(person?.confirmed_seq ?? 0) ?? null,
        referrals: person?.referrals ?? null,
      }
    })
  }
}
