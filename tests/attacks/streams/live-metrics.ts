import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { request } from '../request.ts'
import { upTo } from '../steadily.ts'

const stream = request('GET', '/live-metrics', { Accept: 'text/event-stream' })

export const metricStreams: Attack = {
  name: '600 streams of real metrics of 100,000 leads, from 60 addresses',
  rate: '600 streams, 300/s',
  addresses: 60,
  prepare: 'real metrics',
  start: overConnections((connections) => upTo(600, 300, () => connections.open(stream))),
}
