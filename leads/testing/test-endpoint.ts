import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** One request that the endpoint has received. */
interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A real HTTP server in the place of the form-collection endpoint; for tests. */
export interface TestEndpoint {
  url: string
  received: Received[]
  /** Answers from now on; at first 200. */
  answer: (response: ServerResponse, received: Received) => void
  /** Resolves once so many requests have come in. */
  count(requests: number): Promise<void>
  close(): Promise<void>
}

/** Starts an endpoint, on a free port unless one is named. */
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

/** An answer with this status and nothing else. */
export const status = (code: number, headers: Record<string, string> = {}) => {
  return (response: ServerResponse) => {
    response.writeHead(code, headers).end()
  }
}
