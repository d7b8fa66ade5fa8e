import { iso } from '../clock.ts'
import { operator } from '../contract/permissions.ts'
import { type AuditEvent, appendAudit } from '../staff/audit/audit-log.ts'
import type { Tools } from './tools.ts'

/** Writes into the audit log what an operator does. */
export async function recordAudit(
  { inTransaction, clock }: Pick<Tools, 'inTransaction' | 'clock'>,
  event: Omit<AuditEvent, 'by'>,
): Promise<void> {
  await inTransaction((within) =>
    appendAudit(within, [{ ...event, by: operator }], iso(clock.wall())),
  )
}
