import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { query, request } from '../request.ts'
import { steadily, upTo } from '../steadily.ts'

const stream = request('GET', '/v2025-02-19/data/live/events/production', {
  Accept: 'text/event-stream',
})

/** The site has 300 file descriptors, fewer than the 450 streams. Each query needs one more. */
export const liveEvents: Attack = {
  name: '450 event streams with 300 file descriptors, and queries',
  rate: '450 streams, 450/s, 10 queries/s',
  site: 'few descriptors',
  start: overConnections((connections) => {
    const opening = upTo(450, 450, () => connections.open(stream))
    const asking = steadily(10, () => connections.send(query('*[_type == "branch"]')))
    return () => {
      opening()
      asking()
    }
  }),
}

export const liveEventsFromMany: Attack = {
  name: '450 event streams with 300 descriptors, from 60 addresses',
  rate: liveEvents.rate,
  site: 'few descriptors',
  addresses: 60,
  start: liveEvents.start,
}

export const unreadStreams: Attack = {
  name: '300 event streams, never read',
  rate: '300 streams, 100/s',
  site: 'public content',
  start: overConnections((connections) =>
    upTo(300, 100, () => connections.open(stream, { reads: false })),
  ),
}
