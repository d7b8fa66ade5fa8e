import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** One request that the endpoint has received. */
export interface Delivery {
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** A real HTTP server in the place of the external form-collection endpoint. */
export class FormEndpoint {
  readonly deliveries: Delivery[] = []
  /** What it answers from now on. */
  status = 200

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<FormEndpoint> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const endpoint = new FormEndpoint(server, `http://127.0.0.1:${port}/forms`)
    server.on('request', async (request, response) => {
      const body = JSON.parse(await text(request))
      endpoint.deliveries.push({ headers: request.headers, body })
      response.writeHead(endpoint.status).end()
    })
    return endpoint
  }

  /** Deliveries of the lead with this e-mail address. */
  from(email: string): Delivery[] {
    return this.deliveries.filter(({ body }) => body.email === email)
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
