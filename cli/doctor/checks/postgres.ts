import { reasonOf } from 'halvi-runtime/reason'

/** By which staff find leads, and which the leads themselves can do without. */
const indexTables = ['lead_entry', 'lead_entry_terms', 'lead_chunk', 'lead_figure']

/** Leads that the form endpoint has not accepted, by state. */
export interface Backlog {
  state: string
  /** PostgreSQL gives large numbers as text. */
  leads: number | string
  /** ISO 8601. */
  oldest: string
}

export const backlogQuery = `
  select state, count(*) as leads, min(created_at) as oldest from lead
  where state in ('pending', 'exhausted') group by state`

/** What PostgreSQL says of itself. */
type PostgresAnswer =
  | { error: string }
  | {
      version: string
      isReadOnly: boolean
      /** The names of the leads' migrations that it has; empty before the first start. */
      migrations: string[]
      /** How many leads staff can't find yet. */
      unindexed: number
      /** Which tables of the index are missing. */
      missing: string[]
      /** Its clock minus ours, in milliseconds, as far as the time of one answer allows to say. */
      aheadMs: number
      backlog: readonly Backlog[]
      /** When the newest lead came in, as ISO 8601. */
      newestLead?: string
    }

/** Connects, asks and leaves, within a few seconds. Never throws. */
export async function askPostgres(connectionString: string): Promise<PostgresAnswer> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    query_timeout: 3_000,
  })
  // Heard twice otherwise: by who waits, and by nobody.
  client.on('error', () => {})
  try {
    await client.connect()
    const asked = Date.now()
    const { rows: times } = await client.query(
      'select extract(epoch from clock_timestamp()) * 1000 as now',
    )
    const aheadMs = Number(times[0]?.now) - (asked + Date.now()) / 2
    const { rows: states } = await client.query(
      `
      select current_setting('server_version') as version,
        current_setting('transaction_read_only') = 'on' as read_only,
        to_regclass('kysely_migration') is not null as migrated,
        to_regclass('lead') is not null as leads,
        to_regclass('lead_to_index') is not null as indexed,
        array(select name from unnest($1::text[]) as name where to_regclass(name) is null) as missing`,
      [indexTables],
    )
    const [state] = states
    const names = state.migrated ? await client.query('select name from kysely_migration') : null
    const newest = state.leads
      ? await client.query('select created_at from lead order by id desc limit 1')
      : null
    const backlog = state.leads ? await client.query<Backlog>(backlogQuery) : null
    const waiting = state.indexed
      ? await client.query('select count(*) as leads from lead_to_index')
      : null
    return {
      version: String(state.version).split(' ')[0] ?? '',
      isReadOnly: state.read_only,
      migrations: names?.rows.map(({ name }) => String(name)) ?? [],
      unindexed: Number(waiting?.rows[0].leads ?? 0),
      missing: state.indexed ? state.missing : [],
      aheadMs,
      backlog: backlog?.rows ?? [],
      ...(newest?.rows[0] && { newestLead: String(newest.rows[0].created_at) }),
    }
  } catch (error) {
    return { error: reasonOf(error) }
  } finally {
    await client.end().catch(() => {})
  }
}
