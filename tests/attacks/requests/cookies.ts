import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { get } from '../request.ts'
import { steadily } from '../steadily.ts'

const many = Array.from({ length: 700 }, (_, i) => `name${i}=value${i}`).join('; ')
const malformed = [
  'preview=; preview',
  '=;=;;;',
  'preview=%',
  `preview=${'é'.repeat(50)}`,
  'a"b=c"',
]

export const manyCookies: Attack = {
  name: '700 cookies, or malformed cookies',
  rate: '200 requests/s',
  start: overConnections((connections) =>
    steadily(200, (n) => {
      const Cookie = n % 2 ? many : (malformed[(n / 2) % malformed.length] ?? '')
      connections.send(get('/services/local', { Cookie }))
    }),
  ),
}
