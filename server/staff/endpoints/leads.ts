import {
  bulkChange,
  bulkResult,
  leadChange,
  leadDetail,
  leadPage,
  leadQuery,
  newNote,
} from 'halvi-leads/contract'
import { TooManyLeadsError } from 'halvi-leads/errors'
import { type Endpoint, endpoint } from '../endpoint.ts'
import type { Member, Staff } from '../member.ts'
import { ProblemError } from '../problem.ts'

const missing = { 404: 'There is no such lead.' }

/** Found for a lead that is there. @throws ProblemError 404 */
function known<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new ProblemError(404, 'There is no such lead')
  return found
}

/** Reading and changing leads. */
export const leadEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/leads',
    summary: 'A page of leads that a filter finds',
    permission: 'leads:read',
    query: leadQuery,
    answer: leadPage,
    handle: ({ by, query, context: { leads } }) => leads.staff.list(query, by),
  }),
  endpoint({
    method: 'GET',
    path: '/leads/:id',
    summary: 'All of one lead',
    permission: 'leads:read',
    answer: leadDetail,
    problems: missing,
    handle: async ({ by, params: { id = '' }, context: { leads } }) =>
      known(await leads.staff.find(id, by)),
  }),
  endpoint({
    method: 'PATCH',
    path: '/leads/:id',
    summary: "Changes a lead's status or owner, as it was at a revision",
    permission: 'leads:change',
    body: leadChange,
    answer: leadDetail,
    problems: { ...missing, 409: 'Somebody else has changed it; the lead as it is now.' },
    async handle({ by, params: { id = '' }, body, context }) {
      await checkOwner(body.owner, context.staff)
      const result = await context.leads.staff.change(id, body, by)
      if (result.outcome === 'missing') throw new ProblemError(404, 'There is no such lead')
      if (result.outcome === 'changed') return result.lead
      throw new ProblemError(409, 'Somebody else has changed this lead', { lead: result.lead })
    },
  }),
  endpoint({
    method: 'POST',
    path: '/leads/:id/notes',
    summary: 'Adds a note',
    permission: 'leads:change',
    body: newNote,
    answer: leadDetail,
    problems: missing,
    handle: async ({ by, params: { id = '' }, body, context: { leads } }) =>
      known(await leads.staff.addNote(id, body.text, by)),
  }),
  endpoint({
    method: 'POST',
    path: '/leads/:id/replay',
    summary: 'Has the form endpoint be tried again at once',
    permission: 'leads:change',
    answer: leadDetail,
    problems: { 404: 'There is nothing to send.' },
    async handle({ by, params: { id = '' }, context: { leads } }) {
      const lead = await leads.staff.replay(id, by)
      if (!lead) throw new ProblemError(404, 'There is nothing to send')
      return lead
    },
  }),
  endpoint({
    method: 'POST',
    path: '/leads/bulk',
    summary: 'Changes many leads: those named, or all that a filter finds',
    permission: 'leads:change',
    body: bulkChange,
    // Ten thousand ids.
    longestBody: 512 * 1024,
    answer: bulkResult,
    async handle({ by, body, context }) {
      if ((body.ids === undefined) === (body.filter === undefined)) {
        throw new ProblemError(400, 'Either ids or a filter says which leads are meant')
      }
      await checkOwner(body.owner, context.staff)
      return context.leads.staff.changeMany(body, by).catch((error: unknown) => {
        throw error instanceof TooManyLeadsError ? new ProblemError(400, error.message) : error
      })
    },
  }),
]

async function checkOwner(owner: string | null | undefined, staff: Pick<Staff, 'people'>) {
  if (owner === undefined || owner === null) return
  const people = await staff.people()
  if (people.some(({ id }: Pick<Member, 'id'>) => id === owner)) return
  throw new ProblemError(400, 'A lead is given to somebody who may read leads', {
    issues: [{ path: 'owner', message: 'Nobody who may read leads has this id' }],
  })
}
