import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { LeadTables } from '../../store/database/tables.ts'
import { type AuditHead, headOf } from './chain.ts'

/** The file's name in the folder of the data. */
const keptHeadName = 'audit-head'

/** The entry that a folder of data keeps: it proves that nothing up to it was cut off. */
export async function readHead(dataDir: string): Promise<AuditHead | undefined> {
  const text = await readFile(join(dataDir, keptHeadName), 'utf8').catch(() => '')
  const [, seq, hash] = /^(\d{1,15}) ([0-9a-f]{64})\n$/.exec(text) ?? []
  return seq && hash ? { seq: Number(seq), hash } : undefined
}

/** Keeps another entry from now on; the file is its owner's alone, and whole at any time. */
export async function writeHead(dataDir: string, { seq, hash }: AuditHead): Promise<void> {
  const target = join(dataDir, keptHeadName)
  const unfinished = `${target}.${randomUUID()}`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(`${seq} ${hash}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** The interval in which the newest entry is kept, in milliseconds. */
const standardEveryMs = 10_000

/**
 * Keeps the newest entry of the audit log in the data folder while the entry kept there is in the log. Once it is not, the
 * log was cut, changed or restored: that is logged, and the file stays until `npm run leads -- audit --accept`.
 */
export function keepHead(
  database: Kysely<LeadTables>,
  dataDir: string,
  log: Logger,
  everyMs: number = standardEveryMs,
) {
  let isSound = true
  let last = -1

  async function keep(): Promise<void> {
    const head = await headOf(database)
    if ((head?.seq ?? 0) === last) return
    const kept = await readHead(dataDir)
    const wasSound = isSound
    isSound = kept === undefined || (await has(database, kept))
    if (!isSound && wasSound) log.error({ seq: kept?.seq }, 'the audit log lacks what was in it')
    if (!isSound) return
    last = head?.seq ?? 0
    if (head && head.seq !== kept?.seq) await writeHead(dataDir, head)
  }

  let keeping = Promise.resolve()
  const keepNext = () => {
    keeping = keeping
      .then(keep)
      .catch((err) => log.error({ err }, "the audit log's newest entry could not be kept"))
    return keeping
  }
  void keepNext()
  const timer = setInterval(keepNext, everyMs).unref()
  return {
    /** Keeps it once more, and ends. */
    close(): Promise<void> {
      clearInterval(timer)
      return keepNext()
    },
  }
}

async function has(database: Kysely<LeadTables>, { seq, hash }: AuditHead): Promise<boolean> {
  // A log that was accepted while it was empty.
  if (seq === 0) return true
  const query = database.selectFrom('lead_audit').select('hash').where('seq', '=', seq)
  return (await query.executeTakeFirst())?.hash === hash
}
