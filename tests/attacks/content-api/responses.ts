import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { query } from '../request.ts'
import { steadily, upTo } from '../steadily.ts'
import { queryAttack } from './queries.ts'

/** About 0.6, 1.5, and 7 MB, so that at least one is below the size limit of responses. */
const large = [3, 8, 40].map((last) => `*{"a":*[0..${last}]}`)
const largeOne = (n: number) => large[n % large.length] ?? '*'

export const unreadResponses: Attack = {
  name: 'large responses on 40 connections, 20 queries each, never read',
  rate: '40 connections, 20/s, 20 queries each',
  site: 'public content',
  isAmongWorst: true,
  start: overConnections((connections) =>
    upTo(40, 20, (n) =>
      connections.open(query(largeOne(n), { Connection: 'keep-alive' }).repeat(20), {
        reads: false,
      }),
    ),
  ),
}

export const abandonedResponses: Attack = {
  name: 'large responses, reset at their first bytes',
  rate: '10 queries/s',
  site: 'public content',
  start: overConnections((connections) =>
    steadily(10, (n) => connections.open(query(largeOne(n)), { reset: 'after response' })),
  ),
}

const name = 'n'.repeat(14_000)

export const longNames = queryAttack('responses with long attribute names', 4, [
  `*{"a":*{"${name}":1}}`,
  `*{"a":*{"b":*[0..3]{"${name}":1}}}`,
  `*{"a":*{"${'\\u0001'.repeat(2_000)}":1}}`,
  `*{"a":*{"b":"${'\\u0001'.repeat(2_000)}"}}`,
])
