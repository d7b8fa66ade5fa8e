import type { Attack } from '../attack.ts'
import { overConnections, type Reset } from '../connections.ts'
import { upgrade } from '../request.ts'
import { steadily } from '../steadily.ts'

const paths = ['/', '/services/local', '/v2025-02-19/events', '/v1/socket/production', '/studio/']
const resets: Reset[] = [0, 'after response', 1, 20]

/** Every seventh upgrade has the token of staff, so that the site accepts it before the reset. */
export const resetUpgrades: Attack = {
  name: 'WebSocket upgrades, then a connection reset',
  rate: '100 connections/s',
  isAmongWorst: true,
  start: overConnections((connections, { token }) =>
    steadily(100, (n) => {
      const path = paths[n % paths.length] ?? '/'
      const headers: Record<string, string> =
        n % 7 === 6 ? { Authorization: `Bearer ${token}` } : {}
      connections.open(upgrade(path, headers), { reset: resets[n % resets.length] })
    }),
  ),
}
