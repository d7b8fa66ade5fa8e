import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { upTo } from '../steadily.ts'

const start = overConnections((connections) => upTo(2_000, 1_000, () => connections.open('')))

export const idleConnections: Attack = {
  name: 'idle connections',
  rate: '2,000 connections, 1,000/s',
  start,
}

export const idleConnectionsFromMany: Attack = {
  name: 'idle connections from 60 addresses',
  rate: '2,000 connections, 1,000/s',
  addresses: 60,
  isAmongWorst: true,
  start,
}
