import { auditPage, auditQuery, me, people } from 'halvi-leads/contract'
import { type Endpoint, endpoint } from '../endpoint.ts'
import type { Staff } from '../member.ts'

/** Who asks, who works here, and what they did. */
export const peopleEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/me',
    summary: 'Who asks, and what they may',
    permission: 'signed-in',
    answer: me,
    handle: async ({ by: { id, name, role, permissions } }) => ({
      id,
      name,
      role,
      permissions: [...permissions],
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/people',
    summary: 'Those whom a lead can be given to',
    permission: 'leads:read',
    answer: people,
    handle: async ({ context: { staff } }) => ({ people: await staff.people() }),
  }),
  endpoint({
    method: 'GET',
    path: '/audit',
    summary: 'Who did what, the newest first',
    permission: 'audit:read',
    query: auditQuery,
    answer: auditPage,
    async handle({ query, context: { leads, staff } }) {
      const { entries, next } = await leads.audit.list(query)
      return { entries: entries.map((entry) => withName(entry, staff)), next }
    },
  }),
]

/** Whom something was done to, as a name, where that is known. The log itself keeps the id. */
function withName<E extends { detail: Record<string, unknown> }>(
  entry: E,
  { nameOf }: Pick<Staff, 'nameOf'>,
): E {
  const { subject, ...detail } = entry.detail
  if (typeof subject !== 'string') return entry
  return { ...entry, detail: { ...detail, subject: nameOf(subject) ?? subject } }
}
