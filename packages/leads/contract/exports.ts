import * as z from 'zod'
import { leadFilter } from './leads.ts'

/** File formats of exports: for spreadsheets, with labels in words, and for programs, with the names of fields. */
export const exportFormats = ['csv', 'xlsx', 'raw-csv', 'ndjson'] as const

/** Selects the leads to export: those with these ids, or all that match the rest of the filter. */
const exportFilter = leadFilter.extend({
  ids: z.array(z.string().max(100)).min(1).max(10_000).optional(),
})
export type ExportFilter = z.infer<typeof exportFilter>

export const exportRequest = z.strictObject({
  format: z.enum(exportFormats),
  filter: exportFilter,
})

/** The URL of an export file. It works once, within a minute. */
export const exportTicket = z.object({ url: z.string() })
