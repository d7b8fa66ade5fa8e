import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { LeadState } from '../lead.ts'
import { withBusyRetry } from '../store/busy-retry.ts'
import type { LeadTables } from '../store/database.ts'
import { CommandError, defineCommand, UsageError } from './command.ts'
import { tell } from './tell.ts'

/** Puts leads that the endpoint has not accepted back to be sent at once. */
export const replay = defineCommand({
  usage: `  replay [ID | --exhausted]
      Has the running site send again, within seconds, what the endpoint has not accepted: one
      lead, the exhausted ones, or without an argument all. An exhausted lead starts its
      schedule anew.`,
  options: { exhausted: { type: 'boolean', default: false } },
  arguments: [0, 1],
  async run(tools, { exhausted }, [id]) {
    const { database, out, progress, delivers } = tools
    if (exhausted && id !== undefined) throw new UsageError('Either an ID or --exhausted')
    const states: LeadState[] = exhausted ? ['exhausted'] : ['pending', 'exhausted']
    let count = 0
    for await (const range of ranges(database, states, id)) {
      count += await makeDue(database, states, range)
      progress?.(`${count} leads are due`)
    }
    progress?.('')
    if (id !== undefined && count === 0) {
      throw new CommandError(`There is no lead ${id} that the endpoint has yet to accept`)
    }
    if (count > 0) {
      const lead = id === undefined ? {} : { lead: id }
      await tell(tools, { action: 'lead.replayed', ...lead, detail: { leads: count } })
    }
    out.write(`${count} ${count === 1 ? 'lead is' : 'leads are'} due now\n`)
    if (count > 0 && !delivers) {
      out.write('FORM_ENDPOINT_URL is not set here: a site without it sends nothing\n')
    }
  },
})

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

async function makeDue(database: Kysely<LeadTables>, states: LeadState[], range: Range) {
  const { numUpdatedRows } = await withBusyRetry(() =>
    database
      .updateTable('lead')
      .set(({ eb, ref }) => ({
        attempts: eb.case().when('state', '=', 'exhausted').then(0).else(ref('attempts')).end(),
        state: 'pending',
        next_attempt_at: new Date().toISOString(),
      }))
      .where('state', 'in', states)
      .where('id', '>=', range.first)
      .where('id', '<=', range.last)
      .executeTakeFirst(),
  )
  return Number(numUpdatedRows)
}
