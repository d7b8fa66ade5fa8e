import * as z from 'zod'
import { leadFilter, leadStatuses } from './leads.ts'

/** Changes a lead at a known revision. If the lead has another revision by then, nothing is changed. */
export const leadChange = z.strictObject({
  revision: z.int(),
  status: z.enum(leadStatuses).optional(),
  /** A staff member's id, or null for no owner. */
  owner: z.string().max(200).nullable().optional(),
})
export type LeadChange = z.infer<typeof leadChange>

export const newNote = z.strictObject({ text: z.string().trim().min(1).max(10_000) })

/** Changes many leads: those with the given ids, or all that match a filter. */
export const bulkChange = z.strictObject({
  ids: z.array(z.string().max(100)).max(10_000).optional(),
  filter: leadFilter.optional(),
  status: z.enum(leadStatuses).optional(),
  owner: z.string().max(200).nullable().optional(),
  replay: z.boolean().optional(),
})
export type BulkChange = z.infer<typeof bulkChange>

export const bulkResult = z.object({ changed: z.int() })
