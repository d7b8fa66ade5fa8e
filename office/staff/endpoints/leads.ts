import * as contract from 'halvi-leads/contract'
import { endpoint } from '../endpoint.ts'
import type { Staff } from '../member.ts'
import { found, invalidValue, ProblemError } from '../problem.ts'

const missing = 'This lead does not exist'

/** Endpoints that count, read, and change leads. */
export const leadEndpoints = [
  endpoint('GET /figures', 'Counts leads by day, form, and other properties', {
    permission: 'leads:read',
    query: contract.leadMetricsQuery,
    response: contract.leadMetrics,
    handle: ({ by, query, leads }) => leads.staff.metrics(query, by),
  }),
  endpoint('GET /funnel', 'Returns the funnel from page views to accepted leads, by campaign', {
    permission: 'leads:read',
    query: contract.leadMetricsQuery,
    response: contract.funnel,
    handle: ({ by, query, leads }) => leads.staff.funnel(query, by),
  }),
  endpoint('GET /changes', 'Returns a number that grows with each new lead and each change', {
    permission: 'leads:read',
    response: contract.changes,
    handle: ({ leads }) => leads.staff.version(),
  }),
  endpoint(
    'GET /backlog',
    'Counts the leads that are pending delivery or whose delivery is exhausted',
    {
      permission: 'leads:read',
      response: contract.backlog,
      async handle({ leads }) {
        const { oldestPending = null, ...counts } = await leads.backlog()
        return { ...counts, oldestPending }
      },
    },
  ),
  endpoint('GET /leads', 'Returns one page of the leads that match a filter', {
    permission: 'leads:read',
    query: contract.leadQuery,
    response: contract.leadPage,
    handle: ({ by, query, leads }) => leads.staff.list(query, by),
  }),
  endpoint('GET /leads/:id', 'Returns a lead with all details', {
    permission: 'leads:read',
    response: contract.leadDetail,
    handle: async ({ by, id, leads }) => found(await leads.staff.find(id, by), missing),
  }),
  endpoint(
    'PATCH /leads/:id',
    'Changes the status or owner of a lead if its revision has not changed',
    {
      permission: 'leads:change',
      body: contract.leadChange,
      response: contract.leadDetail,
      async handle({ by, id, body, leads, staff }) {
        await checkOwner(body.owner, staff)
        const result = await leads.staff.change(id, body, by)
        const { lead } = found(result.outcome !== 'missing' && result, missing)
        if (result.outcome === 'changed') return lead
        throw new ProblemError(409, 'Another staff member has changed this lead', { lead })
      },
    },
  ),
  endpoint('POST /leads/:id/notes', 'Adds a note to a lead', {
    permission: 'leads:change',
    body: contract.newNote,
    response: contract.leadDetail,
    handle: async ({ by, id, body, leads }) =>
      found(await leads.staff.addNote(id, body.text, by), missing),
  }),
  endpoint('POST /leads/:id/replay', 'Sends a lead to the form endpoint again', {
    permission: 'leads:change',
    response: contract.leadDetail,
    handle: async ({ by, id, leads }) =>
      found(await leads.staff.replay(id, by), 'There is nothing to send'),
  }),
  endpoint('POST /leads/bulk', 'Changes several leads, by id or by filter', {
    permission: 'leads:change',
    body: contract.bulkChange,
    // Enough for ten thousand ids.
    maxBodyBytes: 512 * 1024,
    response: contract.bulkResult,
    async handle({ by, body, leads, staff }) {
      if ((body.ids === undefined) === (body.filter === undefined)) {
        throw new ProblemError(400, 'Set either ids or filter')
      }
      await checkOwner(body.owner, staff)
      return leads.staff.changeMany(body, by)
    },
  }),
]

async function checkOwner(owner: string | null | undefined, staff: Pick<Staff, 'people'>) {
  if (owner === undefined || owner === null) return
  if ((await staff.people()).some(({ id }) => id === owner)) return
  const message = 'The owner of a lead must be a staff member who may read leads'
  throw invalidValue('owner', message, 'No staff member with this id may read leads')
}
