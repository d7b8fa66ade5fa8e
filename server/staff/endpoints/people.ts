import { auditPage, auditQuery, me, people } from '../../../app/leads/staff/contract/contract.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'

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
    handle: async ({ desk: { staff } }) => ({ people: await staff.people() }),
  }),
  endpoint({
    method: 'GET',
    path: '/audit',
    summary: 'Who did what, the newest first',
    permission: 'audit:read',
    query: auditQuery,
    answer: auditPage,
    handle: ({ query, desk: { leads } }) => leads.audit.list(query),
  }),
]
