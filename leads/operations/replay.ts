import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { iso } from '../clock.ts'
import { OperationError } from '../errors.ts'
import type { LeadState } from '../lead.ts'
import type { LeadTables } from '../store/database/tables.ts'
import { toIndex } from '../store/lead-to-index.ts'
import { type Progress, recordAudit, type Tools } from './tools.ts'

/**
 * Puts leads that the endpoint has not accepted back to be sent at once: one, the exhausted ones, or all. Resolves
 * to how many.
 *
 * @throws OperationError when there is no such one
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
    throw new OperationError(`There is no lead ${id} that the endpoint has yet to accept`)
  }
  if (count > 0) {
    const lead = id === undefined ? {} : { lead: id }
    await recordAudit(tools, { action: 'lead.replayed', ...lead, detail: { leads: count } })
  }
  return count
}

/** Leads by their ids, both included. */
interface Range {
  first: string
  last: string
}

/** So many leads are changed at once, which takes some hundredths of a second. */
const page = 2_000

/** Between pages the site writes, which looks whether it may every 20 ms; in milliseconds. */
const pause = 40

/** Where the leads in these states are, a page at a time; only the one with an id, if one is given. */
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
      .limit(page)
      .execute()
    const [first] = ids
    if (!first) return
    last = ids.at(-1)?.id ?? first.id
    yield { first: first.id, last }
    if (ids.length < page) return
    await sleep(pause)
  }
}

/** Makes them due by the store's own clock, and known to the index as that. Resolves to how many. */
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
    await toIndex(
      within,
      due.map(({ id }) => id),
    )
    return due.length
  })
}
