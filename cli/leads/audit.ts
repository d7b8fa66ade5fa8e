import { openAuditLog } from 'halvi-leads/audit/audit-log'
import type { AuditHead } from 'halvi-leads/audit/chain'
import { acceptAuditLog, verifyAuditLog } from 'halvi-leads/operations/audit'
import { UsageError } from '../command.ts'
import { defineLeadsCommand, type LeadsTools } from './command.ts'
import { limitOf } from './list.ts'
import { table } from './table.ts'

/** Shows the audit log, and finds out whether it is as it was written. */
export const audit = defineLeadsCommand({
  usage: `  audit [--limit N] [--lead ID] | --verify [--head SEQ:HASH] | --accept
      Who did what, the newest first, 50 entries unless told otherwise. --verify goes through the
      whole chain and names the first entry that was changed or is missing; that its end was not
      cut off is told by DATA_DIR/audit-head, and by --head, as an earlier --verify printed it.
      --accept takes the log for whole as it is, after a backup was restored.`,
  options: {
    limit: { type: 'string', default: '50' },
    lead: { type: 'string' },
    verify: { type: 'boolean', default: false },
    head: { type: 'string' },
    accept: { type: 'boolean', default: false },
  },
  arguments: [0, 0],
  async run(tools, { limit, lead, verify, head, accept }) {
    if (verify && accept) throw new UsageError('Either --verify or --accept')
    if (accept) {
      const entries = await acceptAuditLog(tools)
      tools.out.write(`The audit log counts as whole with ${entries} entries\n`)
    } else if (verify) await check(tools, head === undefined ? undefined : headIn(head))
    else await show(tools, limitOf(limit), lead)
    return undefined
  },
})

async function show(tools: LeadsTools, limit: number, lead: string | undefined): Promise<void> {
  const log = openAuditLog(tools.database, tools.inTransaction, tools.clock)
  const { entries } = await log.list({ limit, ...(lead !== undefined && { lead }) })
  tools.out.write(
    table(
      ['SEQ', 'AT', 'BY', 'ACTION', 'LEAD', 'DETAIL'],
      entries.map((entry) => [
        String(entry.seq),
        entry.at.slice(0, 19),
        entry.by.name,
        entry.action,
        entry.lead ?? '',
        JSON.stringify(entry.detail),
      ]),
    ),
  )
}

async function check(tools: LeadsTools, given: AuditHead | undefined): Promise<void> {
  const { entries, head } = await verifyAuditLog(tools, given)
  const until = head ? `, up to ${head.seq}:${head.hash}` : ''
  tools.out.write(`${entries} ${entries === 1 ? 'entry is' : 'entries are'} as written${until}\n`)
}

function headIn(text: string): AuditHead {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!seq || !hash) throw new UsageError('--head wants SEQ:HASH, as --verify prints it')
  return { seq: Number(seq), hash }
}
