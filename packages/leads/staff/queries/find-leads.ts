import { type RawBuilder, sql } from 'kysely'
import { type LeadFilter, type LeadQuery, nobody } from '../../contract/leads.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { originKey } from '../../store/derived/content.ts'
import { termQuery } from '../../store/derived/terms.ts'
import { storable } from '../../store/storable.ts'

/** A lead's position in a sort order: the value that leads are sorted by, and the lead's number. */
export interface Position {
  value: string
  seq: number
}

/** Sort orders: the column, the direction, and an index of SQLite that has the order. */
const orders = {
  newest: { column: 'created_at', direction: 'desc', index: 'lead_list' },
  oldest: { column: 'created_at', direction: 'asc', index: 'lead_list' },
  name: { column: 'name', direction: 'asc', index: 'lead_name' },
  email: { column: 'email', direction: 'asc', index: 'lead_email' },
} as const

/** Counts the leads that match a filter, up to `limit`. */
export async function countLeads(
  database: LeadDatabase,
  filter: LeadFilter,
  limit: number,
): Promise<number> {
  const matching = matchingLeads(database, filter)
  const { rows } = await sql<{ leads: number | string }>`select count(*) as leads
    from (select 1 from ${matching} limit ${limit}) as found`.execute(database)
  return Number(rows[0]?.leads)
}

/**
 * Returns the positions of up to `limit` leads that match a filter, in a sort order, after a position.
 *
 * @param isFew whether few leads match: then all are found and sorted, instead of reading the order from an index
 */
export async function findLeads(
  database: LeadDatabase,
  filter: LeadFilter,
  { sort, after, limit }: { sort: LeadQuery['sort']; after?: Position | undefined; limit: number },
  isFew = false,
): Promise<Position[]> {
  const { column, direction, index } = orders[sort]
  const [value, order] = [sql.ref(column), sql.raw(direction)]
  const isAfter = sql`and (${value}, seq) ${sql.raw(direction === 'asc' ? '>' : '<')}
    (${after?.value}, ${after?.seq})`
  const matching = matchingLeads(database, filter, isFew ? undefined : index)
  const found = sql`select seq, ${value} as value from ${matching} ${after ? isAfter : sql``}`
  const sorted = sql`order by value ${order}, seq ${order} limit ${limit}`
  const { rows } = await (isFew
    ? sql<Position>`with found as materialized (${found}) select seq, value from found ${sorted}`
    : sql<Position>`${found} ${sorted}`
  ).execute(database)
  return rows
}

/** Returns the condition that a lead matches a search text or a topic; undefined without any. */
export function matchesWords(
  database: LeadDatabase,
  filter: Pick<LeadFilter, 'q' | 'topic'>,
): RawBuilder<boolean> | undefined {
  const onPostgres = isPostgres(database)
  const terms = termQuery(filter, onPostgres)
  if (terms === undefined) return undefined
  return onPostgres
    ? sql`seq in (select seq from lead_words where words @@ ${terms}::tsquery)`
    : sql`seq in (select rowid from lead_words where lead_words match ${terms})`
}

/** Returns what follows `from`: the table, the index to use on SQLite, and the conditions of a filter. */
function matchingLeads(
  database: LeadDatabase,
  filter: LeadFilter,
  index: (typeof orders)[keyof typeof orders]['index'] = 'lead_list',
): RawBuilder<unknown> {
  const { form, status, delivery, owner, source, campaign } = filter
  const conditions = [sql`spam = ${filter.spam ? 1 : 0}`]
  const oneOf = (column: RawBuilder<unknown>, values: readonly string[] | undefined) => {
    if (values?.length) conditions.push(sql`${column} in (${sql.join(values)})`)
  }
  oneOf(sql`form`, form)
  oneOf(sql`status`, status)
  oneOf(sql`state`, delivery)
  oneOf(sql`coalesce(owner, ${nobody})`, owner)
  oneOf(sql`source`, source?.map(originKey))
  oneOf(sql`campaign`, campaign?.map(originKey))
  oneOf(sql`language`, filter.language?.map(storable))
  if (filter.from !== undefined) conditions.push(sql`created_at >= ${inUtc(filter.from)}`)
  if (filter.to !== undefined) conditions.push(sql`created_at < ${inUtc(filter.to)}`)
  conditions.push(matchesWords(database, filter) ?? sql`true`)
  // SQLite knows no statistics, and would use other indexes.
  const hint = isPostgres(database) ? sql`` : sql`indexed by ${sql.ref(index)}`
  return sql`lead ${hint} where ${sql.join(conditions, sql` and `)}`
}

/** Converts a time to the format of `created_at`, for comparison as text. */
const inUtc = (instant: string) => new Date(instant).toISOString()
