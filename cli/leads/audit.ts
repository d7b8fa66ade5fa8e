import { openAuditLog } from 'halvi-leads/audit/audit-log'
import type { AuditHead } from 'halvi-leads/audit/chain'
import { acceptAuditLog, verifyAuditLog } from 'halvi-leads/operations/audit'
import { UsageError } from '../command.ts'
import { table } from '../table.ts'
import { define, parseLimit } from './command.ts'

/** The command that shows the audit log, and verifies that its entries are unchanged. */
export const audit = define({
  usage: `  audit [--limit N] [--lead ID] | --verify [--head SEQ:HASH] | --accept
      Shows who did what, newest first. --limit sets the number of entries, 50 by default.
      --verify checks the whole log and names the first entry that was changed or deleted. It
      finds entries that were deleted at the end with DATA_DIR/audit-head, and with --head, which
      takes the SEQ:HASH that an earlier --verify printed. --accept declares the log complete as
      it is now, which is necessary after a backup was restored.`,
  options: {
    limit: { type: 'string', default: '50' },
    lead: { type: 'string' },
    verify: { type: 'boolean', default: false },
    head: { type: 'string' },
    accept: { type: 'boolean', default: false },
  },
  async run(tools, { limit, lead, verify, head, accept }) {
    if (verify && accept) throw new UsageError("--verify and --accept can't be combined")
    const { out } = tools
    if (accept) {
      out.write(`Accepted the audit log as complete, with ${await acceptAuditLog(tools)} entries\n`)
    } else if (verify) {
      const checked = await verifyAuditLog(tools, head === undefined ? undefined : parseHead(head))
      const last = checked.head ? `; head: ${checked.head.seq}:${checked.head.hash}` : ''
      const noun = checked.entries === 1 ? 'entry' : 'entries'
      out.write(`Verified ${checked.entries} ${noun}, all unchanged${last}\n`)
    } else {
      const log = openAuditLog(tools.database, tools.inTransaction, tools.clock)
      const { entries } = await log.list({
        limit: parseLimit(limit),
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

function parseHead(text: string): AuditHead {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!seq || !hash) throw new UsageError('--head must be SEQ:HASH, as --verify prints it')
  return { seq: Number(seq), hash }
}
