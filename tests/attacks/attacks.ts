import type { Socket } from 'node:net'
import { administrator } from '../administrator.ts'
import { application } from '../faults/visitors.ts'
import type { Connections } from './connections.ts'
import { get, postForm, postJson, query, request } from './request.ts'
import { steadily, upTo } from './steadily.ts'

/** An attack over raw connections, from one address. Returns a function that stops it. */
type Attack = (connections: Connections, image: string) => () => void

/** Opens connections with the given bytes, and sends one more byte over each every second. */
function drip(connections: Connections, count: number, bytes: readonly string[]): () => void {
  const sockets: Socket[] = []
  const opening = upTo(count, count, (n) => {
    const socket = connections.open(bytes[n % bytes.length])
    if (socket) sockets.push(socket)
  })
  const dripping = steadily(1, () => {
    for (const socket of sockets) if (socket.writable) socket.write('a')
  })
  return () => {
    opening()
    dripping()
  }
}

const incomplete = (path: string, type: string) =>
  request('POST', path, { 'Content-Type': type, 'Content-Length': 5_000 })

/** A GROQ expression that doubles a string a number of times. */
const doubled = (times: number) => `{"a": "x"}${'{"a": a + "" + a}'.repeat(times)}`

const queries = [
  `${doubled(27)}{"b": string::split(a, "")}`,
  `${doubled(21)}{"b": a match "*b*b*b*c"}`,
  'count(*[count(*[count(*[_id > ^.^._id]) > 0]) > 0])',
  'count(*{"x": *{"y": *}}.x[].y[])',
  '*|order(count(*[_id > ^._id]))[0]',
  `${'['.repeat(7_900)}${']'.repeat(7_900)}`,
]

/** Ten attacks by a stranger with one address and no proxy in between, by their description. */
export const attacks: Readonly<Record<string, Attack>> = {
  'opens 2,000 connections and sends nothing': (connections) =>
    upTo(2_000, 1_000, () => connections.open('')),

  'sends headers, forms, and queries at one byte per second': (connections) =>
    drip(connections, 600, [
      'GET / HTTP/1.1\r\nHost: localhost\r\nX-Drip: ',
      `${incomplete('/waitlist', 'application/x-www-form-urlencoded')}name=`,
      `${incomplete('/v2025-02-19/data/query/production', 'application/json')}{"query":"`,
    ]),

  'pipelines 200 requests per connection and reads no response': (connections, image) => {
    const paths = ['/', '/index', image, `${image}?w=780`]
    return upTo(50, 10, (n) =>
      connections.open(request('GET', paths[n % paths.length] ?? '/').repeat(200), {
        reads: false,
      }),
    )
  },

  'holds 300 event streams of the content API': (connections) =>
    upTo(300, 100, () =>
      connections.open(request('GET', '/v2025-02-19/data/live/events/production'), {
        reads: false,
      }),
    ),

  'searches for 150 different words a second': (connections) =>
    steadily(150, (n) => connections.send(get(`/support/faq?q=word${n}`))),

  'requests 300 unknown pages a second': (connections) =>
    steadily(300, (n) => connections.send(get(n % 2 ? `/unknown-${n}` : `/?unknown=${n}`))),

  'sends 100 valid and invalid forms a second': (connections) =>
    steadily(100, (n) => {
      const fields = n % 2 ? application() : { email: `${n}`, interests: 'x'.repeat(2_000) }
      connections.send(postForm('/waitlist', fields))
    }),

  'asks for different large, blurred images': (connections, image) =>
    upTo(70, 70, (n) =>
      connections.send(get(`${image}?h=4096&w=4096&fit=scale&blur=${n + 1}&fm=avif`)),
    ),

  'guesses 100 passwords a second': (connections) =>
    steadily(100, (n) =>
      connections.send(
        postJson('/v1/auth/login', { email: administrator.email, password: `guess ${n}` }),
      ),
    ),

  'sends expensive queries': (connections) =>
    steadily(10, (n) => connections.send(query(queries[n % queries.length] ?? '*'))),
}
