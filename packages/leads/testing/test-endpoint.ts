import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that the endpoint received. */
interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** An HTTP server that acts as the form endpoint; for tests. */
export interface TestEndpoint {
  url: string
  received: Received[]
  /** Responds to requests; initially with 200. */
  answer: (response: ServerResponse, received: Received) => void
  /** Resolves once this number of requests has arrived. */
  count(requests: number): Promise<void>
  close(): Promise<void>
}

/** Starts an endpoint on a free port, or on `port`. */
export async function startEndpoint(port = 0): Promise<TestEndpoint> {
  const server = createServer(async (request, response) => {
    const received = { headers: request.headers, body: await text(request) }
    endpoint.received.push(received)
    server.emit('received')
    endpoint.answer(response, received)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const endpoint: TestEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/forms`,
    received: [],
    answer: (response) => response.end(),
    async count(requests) {
      while (endpoint.received.length < requests) await once(server, 'received')
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return endpoint
}

/** Returns a handler that responds with this status and no body. */
export const status = (code: number, headers: Record<string, string> = {}) => {
  return (response: ServerResponse) => {
    response.writeHead(code, headers).end()
  }
}

/** Returns a handler that responds after 50 ms, in which other submissions arrive. */
export const later =
  (answer: (response: ServerResponse) => void) =>
  (response: ServerResponse): void =>
    void setTimeout(() => answer(response), 50)
