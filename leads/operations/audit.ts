import { OperationError } from '../errors.ts'
import { type AuditHead, headOf, verify } from '../staff/audit/chain.ts'
import { readHead, writeHead } from '../staff/audit/kept-head.ts'
import type { Tools } from './tools.ts'

/**
 * Goes through the whole audit log, whose end is told by the head in the data folder, and by one that
 * somebody has kept. Resolves to how many entries there are, and the last.
 *
 * @throws OperationError naming the first entry that was changed or is missing
 */
export async function verifyAuditLog(
  { database, dataDir }: Tools,
  given: AuditHead | undefined,
): Promise<{ entries: number; head?: AuditHead | undefined }> {
  const kept = await readHead(dataDir)
  const known = [kept, given].filter((head) => head !== undefined)
  const { entries, head, broken } = await verify(database, known)
  if (!broken) return { entries, head }
  throw new OperationError(
    `Entry ${broken.seq} of the audit log ${broken.reason === 'missing' ? 'is missing' : 'was changed'}; ${entries} before it are as they were written`,
  )
}

/**
 * Takes the audit log for whole as it is, as after a backup was restored. Resolves to its last entry's number.
 *
 * @throws OperationError when an entry in it was changed or is missing
 */
export async function acceptAuditLog({ database, dataDir }: Tools): Promise<number> {
  const { broken } = await verify(database)
  if (broken) throw new OperationError(`The chain is broken at entry ${broken.seq}`)
  const head = (await headOf(database)) ?? { seq: 0, hash: '0'.repeat(64) }
  await writeHead(dataDir, head)
  return head.seq
}
