import { appendAudit } from '../audit/append.ts'
import type { AuditEvent } from '../audit/audit-log.ts'
import { iso } from '../clock.ts'
import { operator } from '../staff/contract/permissions.ts'
import type { Tools } from './tools.ts'

/** Writes into the audit log what an operator does. */
export async function tell(
  { inTransaction, clock }: Pick<Tools, 'inTransaction' | 'clock'>,
  event: Omit<AuditEvent, 'by'>,
): Promise<void> {
  await inTransaction((within) =>
    appendAudit(within, [{ ...event, by: operator }], iso(clock.wall())),
  )
}
