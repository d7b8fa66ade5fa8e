import { previewLinks } from 'halvi-leads/contract'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { ProblemError } from '../problem.ts'

/** Links that show drafts to people without an account. `/preview/share` makes them. */
export const previewLinkEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/preview-links',
    summary: 'Links to the preview that have not expired, the newest first',
    permission: 'preview:share',
    answer: previewLinks,
    handle: async ({ context: { leads } }) => ({ links: await leads.previewLinks.list() }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/preview-links/:id',
    summary: 'Revokes a link to the preview',
    permission: 'preview:share',
    problems: { 404: 'There is no such link.' },
    async handle({ by, params: { id = '' }, context: { leads } }) {
      if (!(await leads.previewLinks.revoke(id, by))) {
        throw new ProblemError(404, 'There is no such link')
      }
    },
  }),
]
