import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { iso } from '../clock.ts'
import { OperationError } from '../errors.ts'
import type { LeadState } from '../lead.ts'
import type { LeadTables } from '../store/database/tables.ts'
import { queueForIndex } from '../store/index-queue.ts'
import { type Progress, recordAudit, type Tools } from './tools.ts'

/**
 * Makes undelivered leads due immediately: one lead, the exhausted ones, or all. Resolves to their number.
 *
 * @throws OperationError when the given lead does not exist or is not undelivered
 */
export async function replayLeads(
  tools: Tools,
  { id, exhausted }: { id?: string | undefined; exhausted: boolean },
  progress?: Progress,
): Promise<number> {
  const states: LeadState[] = exhausted ? ['exhausted'] : ['pending', 'exhausted']
  let count = 0
  for await (const range of ranges(tools.database, states, id)) {
    count += await makeDue(tools, states, range)
    progress?.(`${count} leads are due`)
  }
  progress?.('')
  if (id !== undefined && count === 0) {
    throw new OperationError(`There is no undelivered lead ${id}`)
  }
  if (count > 0) {
    const lead = id === undefined ? {} : { lead: id }
    await recordAudit(tools, { action: 'lead.replayed', ...lead, detail: { leads: count } })
  }
  return count
}

/** A range of lead ids, both inclusive. */
interface Range {
  first: string
  last: string
}

/** Number of leads in one update, which takes a few hundredths of a second. */
const pageSize = 2_000

/** Pause between pages, in milliseconds. The site checks every 20 ms whether it can write, and does so in between. */
const pauseMs = 40

/** Yields ranges of leads in these states, one page at a time; only the given lead if there is an `id`. */
async function* ranges(
  database: Kysely<LeadTables>,
  states: LeadState[],
  id?: string,
): AsyncGenerator<Range> {
  if (id !== undefined) return yield { first: id, last: id }
  let last = ''
  for (;;) {
    const ids = await database
      .selectFrom('lead')
      .select('id')
      .where('state', 'in', states)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    const [first] = ids
    if (!first) return
    last = ids.at(-1)?.id ?? first.id
    yield { first: first.id, last }
    if (ids.length < pageSize) return
    await sleep(pauseMs)
  }
}

/** Makes leads due by the store's clock, and queues them for the index. Resolves to their number. */
function makeDue({ inTransaction, clock }: Tools, states: LeadState[], range: Range) {
  return inTransaction(async (within) => {
    const due = await within
      .updateTable('lead')
      .set(({ eb, ref }) => ({
        attempts: eb.case().when('state', '=', 'exhausted').then(0).else(ref('attempts')).end(),
        state: 'pending',
        next_attempt_at: iso(clock.monotonic()),
      }))
      .where('state', 'in', states)
      .where('id', '>=', range.first)
      .where('id', '<=', range.last)
      .returning('id')
      .execute()
    await queueForIndex(
      within,
      due.map(({ id }) => id),
    )
    return due.length
  })
}
