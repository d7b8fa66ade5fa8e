import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replacePrivateFile } from 'halvi-runtime/files/private-files'
import type { Logger } from 'pino'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { type AuditHead, headOf } from './chain.ts'

/** Name of the file in the data folder that stores the head of the audit log. */
const headFileName = 'audit-head'

/** Returns the entry stored in a data folder, or undefined. It proves that no entry up to it was deleted. */
export async function readHead(dataDir: string): Promise<AuditHead | undefined> {
  const text = await readFile(join(dataDir, headFileName), 'utf8').catch(() => '')
  const [, seq, hash] = /^(\d{1,15}) ([0-9a-f]{64})\n$/.exec(text) ?? []
  return seq && hash ? { seq: Number(seq), hash } : undefined
}

/** Stores another entry. Only the owner can read the file, and it is complete at any time. */
export async function writeHead(dataDir: string, { seq, hash }: AuditHead): Promise<void> {
  replacePrivateFile(join(dataDir, headFileName), `${seq} ${hash}\n`)
}

/** Interval between updates of the stored entry, in milliseconds. */
const standardEveryMs = 10_000

/**
 * Periodically stores the newest entry of the audit log in the data folder, as long as the stored entry is in the
 * log. If it is not, entries were deleted, changed, or restored. This is logged, and the file stays unchanged until
 * `npm run leads -- audit --accept`.
 */
export function storeHeadPeriodically(
  database: LeadDatabase,
  dataDir: string,
  log: Logger,
  everyMs: number = standardEveryMs,
) {
  let isValid = true
  let last = -1

  async function storeNewest(): Promise<void> {
    const head = await headOf(database)
    if ((head?.seq ?? 0) === last) return
    const stored = await readHead(dataDir)
    const wasValid = isValid
    isValid = stored === undefined || (await has(database, stored))
    if (!isValid && wasValid) log.error({ seq: stored?.seq }, 'audit log lost entries')
    if (!isValid) return
    last = head?.seq ?? 0
    if (head && head.seq !== stored?.seq) await writeHead(dataDir, head)
  }

  let storing = Promise.resolve()
  const storeNext = () => {
    storing = storing
      .then(storeNewest)
      .catch((err) => log.error({ err }, 'storing the audit head failed'))
    return storing
  }
  void storeNext()
  const timer = setInterval(storeNext, everyMs).unref()
  return {
    /** Stores the newest entry once more, and stops. */
    close(): Promise<void> {
      clearInterval(timer)
      return storeNext()
    },
  }
}

async function has(database: LeadDatabase, { seq, hash }: AuditHead): Promise<boolean> {
  // The log was accepted while it was empty.
  if (seq === 0) return true
  const query = database.selectFrom('lead_audit').select('hash').where('seq', '=', seq)
  return (await query.executeTakeFirst())?.hash === hash
}
