import { iso } from '../clock.ts'
import type { Actor } from '../contract/permissions.ts'
import { appendAudit } from './audit/append.ts'
import type { StaffContext } from './context.ts'
import { describeFilter } from './describe-filter.ts'
import { readTicket, takeTicket } from './export-tickets.ts'
import type { LeadIndex } from './index/lead-index.ts'
import type { StartedExport } from './staff-leads.ts'

/** Uses a ticket up and starts its export: see `StaffLeads.export`. */
export async function startExport(
  context: StaffContext,
  index: Pick<LeadIndex, 'export'>,
  ticket: string,
  by: Actor | undefined,
): Promise<StartedExport | undefined> {
  const wanted = await readTicket(context, ticket)
  if (!wanted || (by && by.id !== wanted.by.id)) return undefined
  const { format, filter } = wanted
  const record = (action: string, detail: object) =>
    context.inTransaction((within) =>
      appendAudit(
        within,
        [{ by: wanted.by, action, detail: { format, ...detail } }],
        iso(context.clock.wall()),
      ),
    )
  // While others are under way this throws, and the ticket stays good.
  const { stream, rows } = await index.export(format, filter, context.nameOf)
  try {
    if (!(await takeTicket(context, ticket))) {
      stream.destroy()
      return undefined
    }
    // Before the first row leaves.
    await record('leads.exported', describeFilter(filter))
  } catch (error) {
    stream.destroy()
    throw error
  }
  return {
    format,
    stream,
    ended: (isWhole) => record('leads.export-ended', { rows: rows(), whole: isWhole }),
  }
}
