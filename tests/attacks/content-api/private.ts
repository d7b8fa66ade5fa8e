import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { get, query } from '../request.ts'
import { steadily } from '../steadily.ts'
import { longNames } from './responses.ts'
import { doubledStrings, longStrings } from './strings.ts'
import { deepNesting, joins } from './work.ts'

const queries = [doubledStrings, longStrings, longNames, deepNesting, joins].flatMap(
  ({ queries }) => queries,
)
const paths = [
  '/v2025-02-19/data/query/production?query=*',
  '/v1/data/query/production?query=*&perspective=raw',
  '/vX/data/query/production?query=*&perspective=drafts',
  '/v2025-02-19/data/live/events/production',
  '/v2025-02-19/data/listen/production?query=*',
  '/v2025-02-19/data/doc/production/siteSettings',
  '/v2025-02-19/data/export/production',
  '/v2025-02-19/data/history/production/transactions/siteSettings',
]

/** Allowed statuses for requests without credentials. */
const closed = ['401', '404', '405', '429', '503']

export const privateContent: Attack = {
  name: 'queries, streams, and documents while content is private',
  rate: '100 requests/s',
  isAmongWorst: true,
  start: overConnections((connections) =>
    steadily(100, (n) => {
      const path = paths[n % paths.length] ?? '/'
      connections.send(n % 2 ? get(path) : query(queries[(n / 2) % queries.length] ?? '*'))
    }),
  ),
  wrong({ responses }) {
    const open = Object.entries(responses).filter(([status]) => !closed.includes(status))
    return open.length === 0
      ? undefined
      : `not rejected: ${open.map(([status, times]) => `${status} × ${times}`).join(', ')}`
  },
}
