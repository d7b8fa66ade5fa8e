import * as contract from 'halvi-leads/contract'
import { endpoint } from '../endpoint.ts'
import { found } from '../problem.ts'

/** Endpoints about staff: saved views, notifications, and preview links. */
export const peopleEndpoints = [
  endpoint('GET /views', 'Returns the saved views of the caller', {
    permission: 'leads:read',
    response: contract.savedViews,
    handle: async ({ by, leads }) => ({ views: await leads.staff.views(by) }),
  }),
  endpoint('POST /views', 'Saves a view, and replaces an existing view of the same name', {
    permission: 'leads:read',
    body: contract.newSavedView,
    response: contract.savedView,
    handle: ({ by, body, leads }) => leads.staff.saveView(body, by),
  }),
  endpoint('DELETE /views/:id', 'Removes a view of the caller', {
    permission: 'leads:read',
    async handle({ by, id, leads }) {
      found(await leads.staff.removeView(id, by), 'This view does not exist')
    },
  }),
  endpoint('GET /notice', 'Returns when the caller gets messages about new leads', {
    permission: 'leads:read',
    response: contract.notice,
    handle: ({ by, leads }) => leads.staff.notice(by),
  }),
  endpoint('PUT /notice', 'Sets when the caller gets messages about new leads', {
    permission: 'leads:read',
    body: contract.noticeChoice,
    response: contract.notice,
    handle: ({ by, body, leads }) => leads.staff.setNotice(body, by),
  }),
  endpoint('GET /me', 'Returns the caller with roles and permissions', {
    permission: 'signed-in',
    response: contract.me,
    handle: async ({ by: { id, name, roles, permissions } }) => ({
      ...{ id, name, roles: [...roles] },
      permissions: [...permissions],
    }),
  }),
  endpoint('GET /people', 'Returns the staff members who can own leads', {
    permission: 'leads:read',
    response: contract.people,
    handle: async ({ staff }) => ({ people: await staff.people() }),
  }),
  // `/preview/share` creates the links.
  endpoint('GET /preview-links', 'Returns the preview links that have not expired, newest first', {
    permission: 'preview:share',
    response: contract.previewLinks,
    handle: async ({ leads }) => ({ links: await leads.previewLinks.list() }),
  }),
  endpoint('DELETE /preview-links/:id', 'Revokes a preview link', {
    permission: 'preview:share',
    async handle({ by, id, leads }) {
      found(await leads.previewLinks.revoke(id, by), 'This link does not exist')
    },
  }),
]
