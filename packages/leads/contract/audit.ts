import * as z from 'zod'
import { person } from './staff.ts'

const auditEntry = z.object({
  seq: z.int(),
  at: z.string(),
  by: person,
  action: z.string(),
  lead: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
export const auditPage = z.object({
  entries: z.array(auditEntry),
  next: z.int().nullable(),
})
export type AuditPage = z.infer<typeof auditPage>
