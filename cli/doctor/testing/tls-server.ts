import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

/** A server with a self-signed certificate; for tests. */
export interface TlsServer {
  port: number
  /** The certificate as PEM, for clients that should trust it. */
  certificate: string
  close(): Promise<void>
}

const dayMs = 86_400_000

/**
 * Starts a server on 127.0.0.1 with a certificate for `name`.
 *
 * @param days the number of days until the certificate expires; negative for an expired one
 */
export async function startTlsServer(
  name: string,
  days: number,
  listener: RequestListener = (_request, response) => response.end(),
): Promise<TlsServer> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    notBeforeDate: new Date(Date.now() - 400 * dayMs),
    // One hour more, so that the number of full days is exact.
    notAfterDate: new Date(Date.now() + days * dayMs + 3_600_000),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  })
  const server = createServer({ key, cert }, listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    certificate: cert,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
