import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { upgrade } from '../request.ts'
import { upTo } from '../steadily.ts'

const requests = [
  upgrade('/'),
  upgrade('/v2025-02-19/events'),
  upgrade('/v1/socket/production'),
  upgrade('/no/such/path', { Upgrade: 'something-else' }),
  upgrade('/', { 'Sec-WebSocket-Version': 99 }),
  upgrade('/v2025-02-19/events').slice(0, 90),
]

export const heldUpgrades: Attack = {
  name: 'whole and partial WebSocket upgrades, left open after rejection',
  rate: '500 connections, 300/s',
  start: overConnections((connections) =>
    upTo(500, 300, (n) => connections.open(requests[n % requests.length] ?? '')),
  ),
}
