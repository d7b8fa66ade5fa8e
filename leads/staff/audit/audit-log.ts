import type { AuditPage } from '../../contract/contract.ts'
import type { Actor } from '../../contract/permissions.ts'

/** Something that was done. It names a lead by its id; personal data never stands in it. */
export interface AuditEvent {
  by: Actor
  /** `lead.viewed`, `leads.exported`, `person.signed-in`, … */
  action: string
  lead?: string
  detail?: Readonly<Record<string, unknown>>
}

/** Keeps who did what, each entry chained to the one before by its hash. */
export interface AuditLog {
  /** Resolves when the entry is durable. */
  append(event: AuditEvent): Promise<void>
  /** The newest first. */
  list(query: { before?: number; lead?: string; limit: number }): Promise<AuditPage>
}
