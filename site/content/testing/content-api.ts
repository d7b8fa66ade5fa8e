import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach } from 'vitest'
import { until } from '../../../packages/kit/testing/until.ts'
import { createContent } from '../content.ts'

/** Returns the result of a query. Undefined: the query is rejected. */
type ResultFor = (query: string) => unknown

const open = new Set<Server>()
afterEach(() => {
  for (const api of open) {
    api.close()
    api.closeAllConnections()
  }
  open.clear()
})

/**
 * Starts a content API that responds to each query with the number of queries so far, until the end of the test. Results
 * have the tag `s1:a`.
 */
export async function contentApi() {
  let queries = 0
  let resultFor: ResultFor | undefined
  let isHanging = false
  const streams = new Set<ServerResponse>()
  let events = 0
  const send = (stream: ServerResponse, type: string, data: object) =>
    stream.write(`event: ${type}\nid: e${events}\ndata: ${JSON.stringify(data)}\n\n`)
  const api = createServer((request, response) => {
    const isQuery = request.url?.includes('/data/query/')
    if (isHanging) return isQuery ? undefined : request.socket.destroy()
    if (request.url?.includes('/live/events')) {
      streams.add(response.on('close', () => streams.delete(response)))
      response.setHeader('Content-Type', 'text/event-stream')
      response.write('retry: 10\n\n')
      send(response, 'welcome', {})
      return
    }
    queries++
    response.setHeader('Content-Type', 'application/json')
    const result = resultFor
      ? resultFor(new URL(request.url ?? '', 'http://a').searchParams.get('query') ?? '')
      : queries
    if (result === undefined) response.statusCode = 400
    response.end(JSON.stringify({ result, syncTags: ['s1:a'], ms: 1 }))
  }).listen(0, '127.0.0.1')
  open.add(api)
  await once(api, 'listening')
  const { port } = api.address() as AddressInfo
  const apiHost = `http://127.0.0.1:${port}`
  const content = createContent({ projectId: 'halvi', dataset: 'production', apiHost })
  return {
    api,
    content,
    queryCount: () => queries,
    /** Sends a live event with these tags, or `restart` without tags. */
    publish(...tags: string[]) {
      events++
      for (const stream of streams) send(stream, tags.length ? 'message' : 'restart', { tags })
    },
    /** Sets the result of the following queries. Undefined: they are rejected. */
    respondWith(result: unknown) {
      resultFor = typeof result === 'function' ? (result as ResultFor) : () => result
    },
    /** Closes all connections, and does not respond to queries until `recover`. */
    hang() {
      isHanging = true
      api.closeAllConnections()
    },
    recover() {
      isHanging = false
      api.closeAllConnections()
    },
    /** Follows the content, and resolves when it is connected. Collects the changes. */
    async follow() {
      const updates = content.follow(pino({ level: 'silent' }))
      const changes: unknown[] = []
      updates.onChange((change) => changes.push(change))
      await until(() => updates.connected || Promise.reject(new Error('Not connected')))
      // Everything, and the end of the check.
      await until(() => changes.length === 2 || Promise.reject(new Error('Not checked')))
      changes.length = 0
      return { updates, changes }
    },
  }
}
