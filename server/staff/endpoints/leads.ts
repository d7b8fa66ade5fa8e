import * as contract from 'halvi-leads/contract'
import { endpoint } from '../endpoint.ts'
import type { Staff } from '../member.ts'
import { found, ProblemError, wrongValue } from '../problem.ts'

const missing = 'There is no such lead'

/** Counting, reading and changing leads. */
export const leadEndpoints = [
  endpoint('GET /figures', 'How many leads there are, by day, form and what they say', {
    permission: 'leads:read',
    query: contract.figuresQuery,
    answer: contract.figures,
    handle: ({ by, query, leads }) => leads.staff.figures(query, by),
  }),
  endpoint('GET /funnel', 'The way from a page to an accepted lead, by campaign', {
    permission: 'leads:read',
    query: contract.figuresQuery,
    answer: contract.funnel,
    handle: ({ by, query, leads }) => leads.staff.funnel(query, by),
  }),
  endpoint('GET /changes', 'A number that grows with each lead and each change', {
    permission: 'leads:read',
    answer: contract.changes,
    handle: ({ leads }) => leads.staff.version(),
  }),
  endpoint(
    'GET /backlog',
    'How many leads wait for the form endpoint, and how many are no longer sent',
    {
      permission: 'leads:read',
      answer: contract.backlog,
      async handle({ leads }) {
        const { oldestPending = null, ...counts } = await leads.backlog()
        return { ...counts, oldestPending }
      },
    },
  ),
  endpoint('GET /leads', 'A page of leads that a filter finds', {
    permission: 'leads:read',
    query: contract.leadQuery,
    answer: contract.leadPage,
    handle: ({ by, query, leads }) => leads.staff.list(query, by),
  }),
  endpoint('GET /leads/:id', 'All of one lead', {
    permission: 'leads:read',
    answer: contract.leadDetail,
    problems: { 404: `${missing}.` },
    handle: async ({ by, id, leads }) => found(await leads.staff.find(id, by), missing),
  }),
  endpoint('PATCH /leads/:id', "Changes a lead's status or owner, as it was at a revision", {
    permission: 'leads:change',
    body: contract.leadChange,
    answer: contract.leadDetail,
    problems: {
      404: `${missing}.`,
      409: 'Somebody else has changed it; the lead as it is now.',
    },
    async handle({ by, id, body, leads, staff }) {
      await checkOwner(body.owner, staff)
      const result = await leads.staff.change(id, body, by)
      const { lead } = found(result.outcome !== 'missing' && result, missing)
      if (result.outcome === 'changed') return lead
      throw new ProblemError(409, 'Somebody else has changed this lead', { lead })
    },
  }),
  endpoint('POST /leads/:id/notes', 'Adds a note', {
    permission: 'leads:change',
    body: contract.newNote,
    answer: contract.leadDetail,
    problems: { 404: `${missing}.` },
    handle: async ({ by, id, body, leads }) =>
      found(await leads.staff.addNote(id, body.text, by), missing),
  }),
  endpoint('POST /leads/:id/replay', 'Has the form endpoint be tried again at once', {
    permission: 'leads:change',
    answer: contract.leadDetail,
    problems: { 404: 'There is nothing to send.' },
    handle: async ({ by, id, leads }) =>
      found(await leads.staff.replay(id, by), 'There is nothing to send'),
  }),
  endpoint('POST /leads/bulk', 'Changes many leads: those named, or all that a filter finds', {
    permission: 'leads:change',
    body: contract.bulkChange,
    // Ten thousand ids.
    longestBody: 512 * 1024,
    answer: contract.bulkResult,
    async handle({ by, body, leads, staff }) {
      if ((body.ids === undefined) === (body.filter === undefined)) {
        throw new ProblemError(400, 'Either ids or a filter says which leads are meant')
      }
      await checkOwner(body.owner, staff)
      return leads.staff.changeMany(body, by)
    },
  }),
]

async function checkOwner(owner: string | null | undefined, staff: Pick<Staff, 'people'>) {
  if (owner === undefined || owner === null) return
  if ((await staff.people()).some(({ id }) => id === owner)) return
  const message = 'A lead is given to somebody who may read leads'
  throw wrongValue('owner', message, 'Nobody who may read leads has this id')
}
