import * as contract from 'halvi-leads/contract'
import { endpoint } from '../endpoint.ts'
import type { Staff } from '../member.ts'
import { found } from '../problem.ts'

/** People who work here: what they saved and shared, what they did, and what operators have set up for them. */
export const peopleEndpoints = [
  endpoint('GET /views', 'Saved views: own ones and those that are shared', {
    permission: 'leads:read',
    answer: contract.savedViews,
    handle: async ({ by, leads }) => ({ views: await leads.staff.views(by) }),
  }),
  endpoint('POST /views', 'Saves a view; an own one of this name is replaced', {
    permission: 'leads:read',
    body: contract.newSavedView,
    answer: contract.savedView,
    problems: { 409: 'There are too many already.' },
    handle: ({ by, body, leads }) => leads.staff.saveView(body, by),
  }),
  endpoint('DELETE /views/:id', 'Removes an own view, or a shared one of somebody who has left', {
    permission: 'leads:read',
    problems: { 404: 'There is no such view.' },
    async handle({ by, id, leads }) {
      found(await leads.staff.removeView(id, by), 'There is no such view')
    },
  }),
  endpoint('GET /me', 'Who asks, and what they may', {
    permission: 'signed-in',
    answer: contract.me,
    handle: async ({ by: { id, name, role, permissions } }) => ({
      ...{ id, name, role },
      permissions: [...permissions],
    }),
  }),
  endpoint('GET /people', 'Those whom a lead can be given to', {
    permission: 'leads:read',
    answer: contract.people,
    handle: async ({ staff }) => ({ people: await staff.people() }),
  }),
  endpoint('GET /audit', 'Who did what, the newest first', {
    permission: 'audit:read',
    query: contract.auditQuery,
    answer: contract.auditPage,
    async handle({ query, leads, staff }) {
      const { entries, next } = await leads.audit.list(query)
      return { entries: entries.map((entry) => withName(entry, staff)), next }
    },
  }),
  endpoint(
    'GET /launch',
    'What operators have set up: address, endpoint, backups, administrators',
    {
      permission: 'launch:read',
      answer: contract.launchFacts,
      handle: async ({ launch }) => launch(),
    },
  ),
  // `/preview/share` makes them.
  endpoint('GET /preview-links', 'Links to the preview that have not expired, the newest first', {
    permission: 'preview:share',
    answer: contract.previewLinks,
    handle: async ({ leads }) => ({ links: await leads.previewLinks.list() }),
  }),
  endpoint('DELETE /preview-links/:id', 'Revokes a link to the preview', {
    permission: 'preview:share',
    problems: { 404: 'There is no such link.' },
    async handle({ by, id, leads }) {
      found(await leads.previewLinks.revoke(id, by), 'There is no such link')
    },
  }),
]

/** Replaces the id of the person something was done to by their name, where it is known. The log keeps the id. */
function withName<E extends { detail: Record<string, unknown> }>(
  entry: E,
  { nameOf }: Pick<Staff, 'nameOf'>,
): E {
  const { subject, ...detail } = entry.detail
  if (typeof subject !== 'string') return entry
  return { ...entry, detail: { ...detail, subject: nameOf(subject) ?? subject } }
}
