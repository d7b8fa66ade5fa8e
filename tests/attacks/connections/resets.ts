import type { Attack } from '../attack.ts'
import { overConnections, type Reset } from '../connections.ts'
import { get, postForm, query, request } from '../request.ts'
import { steadily } from '../steadily.ts'

/** The bytes sent before the reset, and the time of the reset. */
const states: ((n: number, image: string) => [bytes: string, reset: Reset])[] = [
  () => ['', 'when connected'],
  () => ['GET /services', 5],
  () => ['GET /services/local HTTP/1.1\r\nHost: localh', 5],
  () => [`${request('POST', '/waitlist', { 'Content-Length': 900 })}name=Amina`, 5],
  (n) => [get(`/support/faq?q=reset${n}`), 0],
  () => [postForm('/waitlist', { name: 'Amina', email: 'a' }), 0],
  () => [query('*'), 0],
  (_n, image) => [get(image), 'after response'],
  (n, image) => [get(`${image}?w=${200 + (n % 50)}`), 2],
  () => [request('GET', '/'), 'after response'],
  () => [request('GET', '/'), 50],
  () => [request('GET', '/').repeat(20), 1],
  () => [get('/v2025-02-19/data/live/events/production'), 5],
]

export const resets: Attack = {
  name: 'connection resets in every state of a request',
  rate: '200 connections/s',
  start: overConnections((connections, { image }) =>
    steadily(200, (n) => {
      const [bytes = '', reset = 0] = states[n % states.length]?.(n, image) ?? []
      connections.open(bytes, { reset })
    }),
  ),
}
