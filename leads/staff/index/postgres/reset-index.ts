import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postgresIndex } from '../../../store/database/postgres-index.ts'
import { indexLock } from './postgres-index.ts'

/** So many leads are queued in a transaction, which takes some hundredths of a second. */
const page = 2_000
/** Whoever reads waits no longer for the tables to be replaced, in milliseconds. */
const lockTimeoutMs = 1_000
/** So often it is tried, with as long between, so that others can read. */
const mostTries = 10
/** What PostgreSQL says to who has waited for so long. */
const lockNotAvailable = '55P03'

/** Somebody goes on reading the index that is there, as an export does. */
export class IndexInUseError extends Error {
  override name = 'IndexInUseError'
  override message = 'The index is being read, perhaps by an export: please run it again later'
}

/**
 * Makes the tables of the index on PostgreSQL anew, whatever state they are in, and queues all leads to be
 * indexed. Until the tables are replaced, staff read the former ones; nobody indexes meanwhile.
 *
 * Interrupted before, it has changed nothing but that leads are indexed once more; afterwards, whoever indexes
 * goes on with what is queued.
 *
 * @param tries how often whoever reads is waited for
 * @throws IndexInUseError when they go on reading
 */
export async function resetPostgresIndex(databaseUrl: string, tries = mostTries): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // What is under way fails with it.
  client.on('error', () => {})
  await client.connect()
  try {
    // Held by this connection and not by a transaction: what indexes takes away what is queued.
    await client.query(`select pg_advisory_lock(${indexLock})`)
    await queueAll(client)
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    for (let left = tries - 1; ; left--) {
      try {
        await replaceTables(client)
        return
      } catch (error) {
        await client.query('rollback')
        if ((error as { code?: string }).code !== lockNotAvailable) throw error
        if (left === 0) throw new IndexInUseError()
        await sleep(lockTimeoutMs)
      }
    }
  } finally {
    await client.end()
  }
}

async function queueAll(client: pg.Client): Promise<void> {
  let last: string | null = ''
  while (last !== null) {
    const { rows }: pg.QueryResult<{ last: string | null }> = await client.query(
      `with page as (select id from lead where id > $1 order by id limit ${page}),
        queued as (insert into lead_to_index (lead_id) select id from page
          on conflict (lead_id) do nothing)
       select max(id) as last from page`,
      [last],
    )
    last = rows[0]?.last ?? null
  }
}

async function replaceTables(client: pg.Client): Promise<void> {
  await client.query('begin')
  // Of this site alone: another's may lie in a schema that is searched after its own.
  const { rows } = await client.query<{ name: string }>('select current_schema() as name')
  const schema = client.escapeIdentifier(rows[0]?.name ?? 'public')
  for (const table of ['lead_entry', 'lead_chunk', 'lead_figure']) {
    await client.query(`drop table if exists ${schema}.${table}`)
  }
  for (const statement of postgresIndex) await client.query(statement)
  await client.query('update lead_index set version = greatest(version + 1, $1::bigint)', [
    Date.now(),
  ])
  await client.query('commit')
}
