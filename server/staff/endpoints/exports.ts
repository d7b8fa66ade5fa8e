import { exportRequest, exportTicket } from '../../../app/leads/staff/contract/contract.ts'
import { describeFilter } from '../../../app/leads/staff/describe-filter.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { ProblemError } from '../problem.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const gone = 'This was fetched already, or was not asked for in the last minute'

/** Leads as files: asked for by a request that is checked, and fetched by a plain link. */
export const exportEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/exports',
    summary: 'Where a file of the leads that a filter finds is fetched, once and within a minute',
    permission: 'leads:export',
    body: exportRequest,
    answer: exportTicket,
    async handle({ by, body, context: { leads } }) {
      const { id, name } = by
      const ticket = await leads.staff.makeTicket({ ...body, by: { id, name } })
      return { url: `/staff/v1/exports/${ticket}` }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/exports/:ticket',
    summary: 'The file that was asked for; the ticket tells who did',
    permission: 'ticket',
    file: types.csv,
    problems: { 404: 'There is no such ticket, any more.' },
    async handle({ by, params: { ticket = '' }, context: { leads } }) {
      const wanted = await leads.staff.readTicket(ticket)
      if (!wanted || (by && by.id !== wanted.by.id)) throw new ProblemError(404, gone)
      const { format, filter } = wanted
      // While others are under way it does not begin, and the ticket stays good.
      const { stream, rows } = await leads.staff.export(format, filter)
      try {
        if (!(await leads.staff.takeTicket(ticket))) throw new ProblemError(404, gone)
        const detail = { format, ...describeFilter(filter) }
        // Before the first row leaves: what can't be written down is not given away.
        await leads.audit.append({ by: wanted.by, action: 'leads.exported', detail })
      } catch (error) {
        stream.destroy()
        throw error
      }
      return {
        name: `leads-${new Date().toISOString().slice(0, 10)}.${format}`,
        type: types[format],
        content: stream,
        async ended(isWhole) {
          const end = { format, rows: rows(), whole: isWhole }
          await leads.audit.append({ by: wanted.by, action: 'leads.export-ended', detail: end })
        },
      }
    },
  }),
]
