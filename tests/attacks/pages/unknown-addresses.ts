import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { get } from '../request.ts'
import { steadily } from '../steadily.ts'

const paths: ((n: number) => string)[] = [
  (n) => `/unknown-${n}`,
  (n) => `/services/unknown-${n}`,
  (n) => `/business/unknown-${n}`,
  (n) => `/support/unknown-${n}`,
  (n) => `/affiliate/apply/unknown-${n}`,
  (n) => `/a/b/c/${n}.php`,
  (n) => `/services/local?unknown=${n}`,
  (n) => `/?${n}`,
]

export const unknownAddresses: Attack = {
  name: 'thousands of different URLs, most of them unknown',
  rate: '300 requests/s',
  isAmongWorst: true,
  start: overConnections((connections) =>
    steadily(300, (n) => connections.send(get(paths[n % paths.length]?.(n) ?? '/'))),
  ),
}
