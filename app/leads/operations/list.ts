import type { LeadState } from '../lead.ts'
import { defineCommand, UsageError } from './command.ts'
import { filterOf, filterOptions } from './filter.ts'
import { payloadOf } from './read-leads.ts'
import { table } from './table.ts'

/** Shows the newest leads, one a line. */
export const list = defineCommand({
  usage: `  list [--type FORM] [--state STATE] [--since DATE] [--limit N] [--spam]
      The newest leads, 50 unless told otherwise. STATE is stored, pending, delivered,
      exhausted or erased. Spam is shown by itself, with --spam.`,
  options: {
    ...filterOptions,
    state: { type: 'string' },
    limit: { type: 'string', default: '50' },
    spam: { type: 'boolean', default: false },
  },
  arguments: [0, 0],
  async run({ database, out }, { state, limit, spam, ...filter }) {
    if (state !== undefined && !Object.hasOwn(states, state)) {
      throw new UsageError(`${state} is no state`)
    }
    if (!/^[1-9]\d{0,8}$/.test(limit)) throw new UsageError('--limit wants a number above 0')
    const { form, since } = await filterOf(database, filter)
    const rows = await database
      .selectFrom('lead')
      .select(['id', 'created_at', 'form', 'state', 'status', 'payload', 'last_error'])
      .where('spam', '=', spam ? 1 : 0)
      .$if(form !== undefined, (query) => query.where('form', '=', form ?? ''))
      .$if(since !== undefined, (query) => query.where('created_at', '>=', since ?? ''))
      .$if(state !== undefined, (query) => query.where('state', '=', state as LeadState))
      .orderBy('id', 'desc')
      .limit(Number(limit))
      .execute()
    const lines = rows.map((row) => [
      row.id,
      row.created_at.slice(0, 16),
      row.form,
      row.state,
      row.status,
      String(payloadOf(row).email ?? ''),
      row.last_error ?? '',
    ])
    out.write(table(['ID', 'CREATED', 'FORM', 'STATE', 'STATUS', 'EMAIL', 'LAST ERROR'], lines))
  },
})

const states: Record<LeadState, true> = {
  stored: true,
  pending: true,
  delivered: true,
  exhausted: true,
  erased: true,
}
