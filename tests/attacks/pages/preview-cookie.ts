import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { get } from '../request.ts'
import { steadily } from '../steadily.ts'

const paths = ['/', '/index', '/services/local', '/support/faq', '/affiliates']

export const previewCookie: Attack = {
  name: '`Cookie: preview=x` with every request',
  rate: '200 requests/s',
  isAmongWorst: true,
  start: overConnections((connections) =>
    steadily(200, (n) =>
      connections.send(get(paths[n % paths.length] ?? '/', { Cookie: `preview=x${n % 9}` })),
    ),
  ),
}
