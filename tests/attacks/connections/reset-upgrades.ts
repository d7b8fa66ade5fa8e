import type { Attack } from '../attack.ts'
import { overConnections, type Reset } from '../connections.ts'
import { upgrade } from '../request.ts'
import { steadily } from '../steadily.ts'

const paths = ['/', '/services/local', '/v2025-02-19/events', '/v1/socket/production', '/studio/']
const resets: Reset[] = [0, 'when answered', 1, 20]

/** Every seventh is one of staff's, who are let in and vanish. */
export const resetUpgrades: Attack = {
  name: 'asks for a WebSocket and resets the connection',
  rate: '100 connections/s',
  isOfTheWorst: true,
  start: overConnections((connections, { token }) =>
    steadily(100, (n) => {
      const path = paths[n % paths.length] ?? '/'
      const headers: Record<string, string> =
        n % 7 === 6 ? { Authorization: `Bearer ${token}` } : {}
      connections.open(upgrade(path, headers), { reset: resets[n % resets.length] })
    }),
  ),
}
