import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { query } from '../request.ts'
import { steadily, upTo } from '../steadily.ts'
import { byQueries } from './queries.ts'

/** Some 0.6, 1.5 and 7 MB: a limit of what one answer may be shall not end the attack. */
const large = [3, 8, 40].map((last) => `*{"a":*[0..${last}]}`)
const largeOne = (n: number) => large[n % large.length] ?? '*'

export const unreadAnswers: Attack = {
  name: 'asks for large answers over 40 connections, 20 at a time, and reads none',
  rate: '40 connections, 20/s, 20 queries each',
  site: 'public content',
  isOfTheWorst: true,
  start: overConnections((connections) =>
    upTo(40, 20, (n) =>
      connections.open(query(largeOne(n), { Connection: 'keep-alive' }).repeat(20), {
        reads: false,
      }),
    ),
  ),
}

export const abandonedAnswers: Attack = {
  name: 'asks for large answers and resets when the first bytes come',
  rate: '10 queries/s',
  site: 'public content',
  start: overConnections((connections) =>
    steadily(10, (n) => connections.open(query(largeOne(n)), { reset: 'when answered' })),
  ),
}

const name = 'n'.repeat(14_000)

export const longNames = byQueries('asks for answers whose attribute names are long', 4, [
  `*{"a":*{"${name}":1}}`,
  `*{"a":*{"b":*[0..3]{"${name}":1}}}`,
  `*{"a":*{"${'\\u0001'.repeat(2_000)}":1}}`,
  `*{"a":*{"b":"${'\\u0001'.repeat(2_000)}"}}`,
])
