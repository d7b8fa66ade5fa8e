import { OperationError } from '../errors.ts'
import { type AuditHead, headOf, verify } from '../staff/audit/chain.ts'
import { readHead, writeHead } from '../staff/audit/head-file.ts'
import type { Tools } from './tools.ts'

/**
 * Verifies the whole audit log against the head in the data folder, and against `given`, a head that an operator has
 * stored elsewhere. Resolves to the number of entries and the last entry.
 *
 * @throws OperationError with the first changed or missing entry
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
    `Entry ${broken.seq} of the audit log ${broken.reason === 'missing' ? 'is missing' : 'was changed'}. The ${entries} entries before it are unchanged`,
  )
}

/**
 * Accepts the audit log in its current state, such as after a restore. Resolves to the number of its last entry.
 *
 * @throws OperationError when an entry was changed or is missing
 */
export async function acceptAuditLog({ database, dataDir }: Tools): Promise<number> {
  const { broken } = await verify(database)
  if (broken) throw new OperationError(`The audit log is broken at entry ${broken.seq}`)
  const head = (await headOf(database)) ?? { seq: 0, hash: '0'.repeat(64) }
  await writeHead(dataDir, head)
  return head.seq
}
