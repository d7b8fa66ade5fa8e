import { newSavedView, savedView, savedViews } from 'halvi-leads/contract'
import { TooManyViewsError } from 'halvi-leads/errors'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { ProblemError } from '../problem.ts'

/** Views of the list that people keep, for themselves or for all. */
export const viewEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/views',
    summary: 'Saved views: own ones and those that are shared',
    permission: 'leads:read',
    answer: savedViews,
    handle: async ({ by, context: { leads } }) => ({ views: await leads.staff.views(by) }),
  }),
  endpoint({
    method: 'POST',
    path: '/views',
    summary: 'Saves a view; an own one of this name is replaced',
    permission: 'leads:read',
    body: newSavedView,
    answer: savedView,
    problems: { 409: 'There are too many already.' },
    handle: ({ by, body, context: { leads } }) =>
      leads.staff.saveView(body, by).catch((error: unknown) => {
        throw error instanceof TooManyViewsError ? new ProblemError(409, error.message) : error
      }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/views/:id',
    summary: 'Removes an own view, or a shared one of somebody who has left',
    permission: 'leads:read',
    problems: { 404: 'There is no such view.' },
    async handle({ by, params: { id = '' }, context: { leads } }) {
      if (!(await leads.staff.removeView(id, by))) {
        throw new ProblemError(404, 'There is no such view')
      }
    },
  }),
]
