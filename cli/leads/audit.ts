import { openAuditLog } from 'halvi-leads/audit/audit-log'
import type { AuditHead } from 'halvi-leads/audit/chain'
import { acceptAuditLog, verifyAuditLog } from 'halvi-leads/operations/audit'
import { UsageError } from '../command.ts'
import { table } from '../table.ts'
import { define, limitOf } from './command.ts'

/** Shows the audit log, and verifies that it is as it was written. */
export const audit = define({
  usage: `  audit [--limit N] [--lead ID] | --verify [--head SEQ:HASH] | --accept
      Who did what, the newest first, 50 entries unless --limit says otherwise. --verify goes
      through the whole chain and names the first entry that was changed or is missing; whether
      its end was cut off is known from DATA_DIR/audit-head, and from --head, as an earlier
      --verify printed it. --accept takes the log as whole as it is, after a backup was restored.`,
  options: {
    limit: { type: 'string', default: '50' },
    lead: { type: 'string' },
    verify: { type: 'boolean', default: false },
    head: { type: 'string' },
    accept: { type: 'boolean', default: false },
  },
  async run(tools, { limit, lead, verify, head, accept }) {
    if (verify && accept) throw new UsageError('Either --verify or --accept')
    const { out } = tools
    if (accept) {
      out.write(`The audit log counts as whole with ${await acceptAuditLog(tools)} entries\n`)
    } else if (verify) {
      const checked = await verifyAuditLog(tools, head === undefined ? undefined : headIn(head))
      const until = checked.head ? `, up to ${checked.head.seq}:${checked.head.hash}` : ''
      const are = checked.entries === 1 ? 'entry is' : 'entries are'
      out.write(`${checked.entries} ${are} as written${until}\n`)
    } else {
      const log = openAuditLog(tools.database, tools.inTransaction, tools.clock)
      const { entries } = await log.list({
        limit: limitOf(limit),
        ...(lead !== undefined && { lead }),
      })
      const rows = entries.map((entry) => [
        ...[String(entry.seq), entry.at.slice(0, 19), entry.by.name, entry.action],
        ...[entry.lead ?? '', JSON.stringify(entry.detail)],
      ])
      out.write(table([['SEQ', 'AT', 'BY', 'ACTION', 'LEAD', 'DETAIL'], ...rows]))
    }
  },
})

function headIn(text: string): AuditHead {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!seq || !hash) throw new UsageError('--head wants SEQ:HASH, as --verify prints it')
  return { seq: Number(seq), hash }
}
