import { openAuditLog } from 'halvi-leads/admin'
import { table } from '../table.ts'
import { define, parseLimit } from './command.ts'

/** The command that shows the audit log. */
export const audit = define({
  usage: `  audit [--limit N] [--lead ID]
      Shows who did what, newest first. --limit sets the number of entries, 50 by default.`,
  options: { limit: { type: 'string', default: '50' }, lead: { type: 'string' } },
  async run({ database, inTransaction, clock, out }, { limit, lead }) {
    const log = openAuditLog(database, inTransaction, clock)
    const { entries } = await log.list({ limit: parseLimit(limit), ...(lead && { lead }) })
    const rows = entries.map((entry) => [
      ...[String(entry.seq), entry.at.slice(0, 19), entry.by.name, entry.action],
      ...[entry.lead ?? '', JSON.stringify(entry.detail)],
    ])
    out.write(table([['SEQ', 'AT', 'BY', 'ACTION', 'LEAD', 'DETAIL'], ...rows]))
  },
})
