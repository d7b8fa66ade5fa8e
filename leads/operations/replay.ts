import { setTimeout as sleep } from 'node:timers/promises'
import { iso } from '../clock.ts'
import { OperationError } from '../errors.ts'
import type { LeadState } from '../lead.ts'
import { makeDue } from '../staff/changing/replay.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
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
  const now = iso(tools.clock.monotonic())
  for await (const ids of idPages(tools.database, states, id)) {
    const due = await tools.inTransaction((within) => makeDue(within, ids, now, states))
    count += due.length
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

/** Number of leads in one update, which takes a few hundredths of a second. */
const pageSize = 2_000

/** Pause between pages, in milliseconds. The site checks every 20 ms whether it can write, and does so in between. */
const pauseMs = 40

/** Yields the ids of leads in these states, one page at a time; only the given id if there is one. */
async function* idPages(
  database: LeadDatabase,
  states: LeadState[],
  id?: string,
): AsyncGenerator<string[]> {
  if (id !== undefined) return yield [id]
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
    const page = ids.map(({ id }) => id)
    if (page.length === 0) return
    last = page.at(-1) ?? last
    yield page
    if (page.length < pageSize) return
    await sleep(pauseMs)
  }
}
