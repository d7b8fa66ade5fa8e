import { sql } from 'kysely'
import type { LeadDatabase } from './database/tables.ts'

type Source = { database: LeadDatabase }

/** Counts the messages of waves by state. */
export async function countWaves(
  { database }: Source,
  ids: readonly string[],
): Promise<{ id: string; state: string; messages: number }[]> {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('lead_message')
    .select(({ fn }) => ['wave_id', 'state', fn.countAll().as('messages')])
    .where('wave_id', 'in', ids)
    .groupBy(['wave_id', 'state'])
    .execute()
  return rows.map((row) => ({ ...row, id: row.wave_id ?? '', messages: Number(row.messages) }))
}

/**
 * The reason for which a person can't be invited, in SQL; `ok` if they can be.
 *
 * @param table the table whose row must be confirmed: the person, or one application of the person
 */
export const invitableInSql = (
  table: 'lead_applicant' | 'lead',
) => sql<string>`case when ${sql.ref(`${table}.confirmed_at`)} is null then 'unconfirmed'
  when invited_at is not null then 'invited' when unsubscribed_at is not null then 'unsubscribed'
  when bounced_at is not null then 'refused' else 'ok' end`

/** Counts people by the reason for which they can't be invited. */
export async function countInvitable({ database }: Source): Promise<Record<string, number>> {
  const rows = await database
    .selectFrom('lead_applicant')
    .select(({ fn }) => [invitableInSql('lead_applicant').as('reason'), fn.countAll().as('people')])
    .where('address', 'is not', null)
    .groupBy(invitableInSql('lead_applicant'))
    .execute()
  return Object.fromEntries(rows.map(({ reason, people }) => [reason, Number(people)]))
}
