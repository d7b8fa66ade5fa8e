import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { OperationError } from '../errors.ts'
import { batch, openJobs } from '../staff/index/lead-index.ts'
import { recount } from '../store/database/recount.ts'
import { queueAllLeads } from '../store/lead-to-index.ts'
import type { Progress, Tools } from './tools.ts'

/** Between batches, so that whoever submits or asks goes first; in milliseconds. */
const pauseMs = 5

/** What was made anew. */
interface Reindexed {
  /** How many leads were read. */
  leads: number
  /** How many leads the counters were off by. */
  miscounted: number
}

/**
 * Makes the index that staff find leads by anew from the leads, whatever state it is in, and has the counters
 * tell how many leads there are. A site may run meanwhile, and helps: whoever asks finds what is indexed so far.
 * Interrupted at any moment, it leaves what is still to be indexed queued, for the site or for the next time.
 *
 * @throws OperationError when somebody goes on reading the former index
 */
export async function reindexLeads(tools: Tools, progress?: Progress): Promise<Reindexed> {
  const { database, inTransaction } = tools
  const miscounted = await recount(database, inTransaction)
  await reset(tools)
  const { leads, last } = await database
    .selectFrom('lead')
    .select(({ fn }) => [fn.countAll().as('leads'), fn.max('id').as('last')])
    .executeTakeFirstOrThrow()
  // Those that come in meanwhile are the site's to index, or this would not end while many do.
  const waiting = database.selectFrom('lead_to_index').where('lead_id', '<=', last ?? '')
  const jobs = openJobs(tools)
  try {
    let indexed = 0
    do {
      indexed += await jobs.run('index', batch)
      progress?.(`${indexed} leads indexed`)
      await sleep(pauseMs)
    } while (await waiting.select('lead_id').limit(1).executeTakeFirst())
  } finally {
    progress?.('')
    await jobs.close()
  }
  return { leads: Number(leads), miscounted }
}

/**
 * Rebuilds the tables of the index and queues all leads: on SQLite when it is opened next. There they are queued before
 * that as well, or a site would not notice a command that was killed in between.
 */
async function reset({ databaseUrl, inTransaction }: Tools): Promise<void> {
  if (databaseUrl === undefined) {
    await queueAllLeads(inTransaction)
    // No index that there is has this version.
    const version = sql<number>`max(version, ${Date.now()}) + 1`
    await inTransaction((within) => within.updateTable('lead_index').set({ version }).execute())
    return
  }
  const { IndexInUseError, resetPostgresIndex } = await import('../staff/index/reset-postgres.ts')
  await resetPostgresIndex(databaseUrl).catch((error: unknown) => {
    throw error instanceof IndexInUseError ? new OperationError(error.message) : error
  })
}
