import { exportRequest, exportTicket } from 'halvi-leads/contract'
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
    // A filter can find all of them: those that are named one by one can't.
    needsRecentSignIn: (body) =>
      !(body as { filter?: { ids?: unknown[] } } | null)?.filter?.ids?.length,
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
      const started = await leads.staff.export(ticket, by)
      if (!started) throw new ProblemError(404, gone)
      const { format, stream, ended } = started
      return {
        name: `leads-${new Date().toISOString().slice(0, 10)}.${format}`,
        type: types[format],
        content: stream,
        ended,
      }
    },
  }),
]
