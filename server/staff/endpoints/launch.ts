import { launchFacts } from 'halvi-leads/contract'
import { type Endpoint, endpoint } from '../endpoint.ts'

/** What is left to do before a launch. */
export const launchEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/launch',
    summary: 'What operators have set up: address, endpoint, backups, administrators',
    permission: 'launch:read',
    answer: launchFacts,
    handle: async ({ context }) => context.launch(),
  }),
]
