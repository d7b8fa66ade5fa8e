import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { get } from '../request.ts'
import { steadily } from '../steadily.ts'

export const abandonedImages: Attack = {
  name: 'large images, connection reset after 20 ms',
  rate: '50 requests/s',
  start: overConnections((connections, { image }) =>
    steadily(50, (n) =>
      connections.open(get(`${image}?w=${2_000 + n}&sharp=${1 + (n % 99)}&fm=avif`), {
        reset: 20,
      }),
    ),
  ),
}
