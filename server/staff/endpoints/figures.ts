import { backlog, changes, figures, figuresQuery, funnel } from 'halvi-leads/contract'
import { type Endpoint, endpoint } from '../endpoint.ts'

/** Leads by number. */
export const figureEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/figures',
    summary: 'How many leads there are, by day, form and what they say',
    permission: 'leads:read',
    query: figuresQuery,
    answer: figures,
    handle: ({ by, query, context: { leads } }) => leads.staff.figures(query, by),
  }),
  endpoint({
    method: 'GET',
    path: '/funnel',
    summary: 'The way from a page to an accepted lead, by campaign',
    permission: 'leads:read',
    query: figuresQuery,
    answer: funnel,
    handle: ({ by, query, context: { leads } }) => leads.staff.funnel(query, by),
  }),
  endpoint({
    method: 'GET',
    path: '/changes',
    summary: 'A number that grows with each lead and each change',
    permission: 'leads:read',
    answer: changes,
    handle: ({ context: { leads } }) => leads.staff.version(),
  }),
  endpoint({
    method: 'GET',
    path: '/backlog',
    summary: 'How many leads wait for the form endpoint, and how many are no longer sent',
    permission: 'leads:read',
    answer: backlog,
    async handle({ context: { leads } }) {
      const { oldestPending = null, ...counts } = await leads.backlog()
      return { ...counts, oldestPending }
    },
  }),
]
