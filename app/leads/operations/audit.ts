import type { AuditHead } from '../audit/chain.ts'
import { headOf, verify } from '../audit/chain.ts'
import { readHead, writeHead } from '../audit/kept-head.ts'
import { openAuditLog } from '../audit/open-audit-log.ts'
import { CommandError, defineCommand, type Tools, UsageError } from './command.ts'
import { table } from './table.ts'

/** Shows the audit log, and finds out whether it is as it was written. */
export const audit = defineCommand({
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
  async run(tools, { limit, lead, verify: verifies, head, accept }) {
    if (verifies && accept) throw new UsageError('Either --verify or --accept')
    if (accept) return acceptAsItIs(tools)
    if (verifies) return check(tools, head)
    if (!/^[1-9]\d{0,8}$/.test(limit)) throw new UsageError('--limit wants a number above 0')
    const { entries } = await openAuditLog(tools.database, tools.inTransaction, tools.clock).list({
      limit: Number(limit),
      ...(lead !== undefined && { lead }),
    })
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
  },
})

async function check({ database, dataDir, out }: Tools, given: string | undefined): Promise<void> {
  const kept = await readHead(dataDir)
  const known = [...(kept ? [kept] : []), ...(given === undefined ? [] : [headIn(given)])]
  const { entries, head, broken } = await verify(database, known)
  if (broken) {
    throw new CommandError(
      `Entry ${broken.seq} of the audit log ${broken.reason === 'missing' ? 'is missing' : 'was changed'}; ${entries} before it are as they were written`,
    )
  }
  const until = head ? `, up to ${head.seq}:${head.hash}` : ''
  out.write(`${entries} ${entries === 1 ? 'entry is' : 'entries are'} as written${until}\n`)
}

async function acceptAsItIs({ database, dataDir, out }: Tools): Promise<void> {
  const { broken } = await verify(database)
  if (broken) throw new CommandError(`The chain is broken at entry ${broken.seq}`)
  const head = (await headOf(database)) ?? { seq: 0, hash: '0'.repeat(64) }
  await writeHead(dataDir, head)
  out.write(`The audit log counts as whole with ${head.seq} entries\n`)
}

function headIn(text: string): AuditHead {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!seq || !hash) throw new UsageError('--head wants SEQ:HASH, as --verify prints it')
  return { seq: Number(seq), hash }
}
