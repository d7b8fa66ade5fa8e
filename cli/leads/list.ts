import { listLeads } from 'halvi-leads/operations/list'
import { payloadOf } from 'halvi-leads/operations/read-leads'
import { UsageError } from '../command.ts'
import { defineLeadsCommand, filterOptions } from './command.ts'
import { table } from './table.ts'

/** Shows the newest leads, one a line. */
export const list = defineLeadsCommand({
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
  async run(tools, { limit, ...which }) {
    const rows = await listLeads(tools, { ...which, limit: limitOf(limit) })
    const lines = rows.map((row) => [
      row.id,
      row.created_at.slice(0, 16),
      row.form,
      row.state,
      row.status,
      String(payloadOf(row).email ?? ''),
      row.last_error ?? '',
    ])
    tools.out.write(
      table(['ID', 'CREATED', 'FORM', 'STATE', 'STATUS', 'EMAIL', 'LAST ERROR'], lines),
    )
    return undefined
  },
})

/** How many lines are wanted. @throws UsageError */
export function limitOf(limit: string): number {
  if (/^[1-9]\d{0,8}$/.test(limit)) return Number(limit)
  throw new UsageError('--limit wants a number above 0')
}
