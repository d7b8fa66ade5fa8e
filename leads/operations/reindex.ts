import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { indexBatchSize, openJobs } from '../staff/index/lead-index.ts'
import { recount } from '../store/database/counting/recount.ts'
import { queueAllLeads } from '../store/index-queue.ts'
import type { Progress, Tools } from './tools.ts'

/** Pause between batches so that requests of the site run first, in milliseconds. */
const pauseMs = 5

/**
 * Rebuilds the index of leads from the leads, even if the index is damaged, and corrects the counters. The site may
 * run at the same time. It helps with indexing, and its searches find the leads that are indexed so far. If
 * interrupted, leads that are not indexed yet stay queued, for the site or the next run. Resolves to the number of
 * indexed leads, and of leads by which the counters were wrong.
 *
 * @throws OperationError when another process keeps reading the old index
 */
export async function reindexLeads(tools: Tools, progress?: Progress) {
  const { database, inTransaction } = tools
  const miscounted = await recount(database, inTransaction)
  await reset(tools)
  const { leads, last } = await database
    .selectFrom('lead')
    .select(({ fn }) => [fn.countAll().as('leads'), fn.max('id').as('last')])
    .executeTakeFirstOrThrow()
  // New leads are left to the site. Otherwise this would not end while many arrive.
  const waiting = database.selectFrom('lead_to_index').where('lead_id', '<=', last ?? '')
  const jobs = openJobs(tools)
  try {
    let indexed = 0
    do {
      indexed += await jobs.run('index', indexBatchSize)
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
 * Resets the tables of the index and queues all leads. On SQLite, the tables are reset when the index is opened next.
 * The leads are queued before that too, so that a site notices them even if this command is killed in between.
 */
async function reset({ databaseUrl, inTransaction }: Tools): Promise<void> {
  if (databaseUrl === undefined) {
    await queueAllLeads(inTransaction)
    // A version that no existing index has.
    const version = sql<number>`max(version, ${Date.now()}) + 1`
    await inTransaction((within) => within.updateTable('lead_index').set({ version }).execute())
    return
  }
  const { resetPostgresIndex } = await import('../staff/index/reset-postgres.ts')
  await resetPostgresIndex(databaseUrl)
}
