import type { AddressInfo, Server } from 'node:net'
import type { Logger } from 'pino'
import { StartError } from '../processes/start-error.ts'

/** Connections that wait to be accepted. Linux caps this value at `net.core.somaxconn`. */
const backlog = 4_096

/**
 * Starts listening. Resolves to the origin, with `localhost` if the server listens on all addresses.
 *
 * @throws StartError
 */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog }, () => {
      server.off('error', reject)
      resolve()
    })
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new StartError(
        `PORT ${port} is in use on ${host}. Stop the other program (ss -ltnp names it), or set another PORT`,
      )
    if (error.code === 'EACCES')
      throw new StartError(
        `The process has no permission to use PORT ${port}. Choose a port above 1023`,
      )
    if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL') {
      throw new StartError(
        `HOST ${host} is not an address of this machine. Set HOST to one of its addresses, or unset it`,
      )
    }
    throw error
  })
  const actual = server.address() as AddressInfo
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${actual.port}`
}

/**
 * Logs errors of accepting connections, for example when memory is low. Without a listener, such an error would crash
 * the process.
 */
export function ignoreLateSocketErrors(server: Server, log: Pick<Logger, 'error'>): void {
  server.on('error', (err) => log.error({ err }, 'accepting a connection failed'))
}
