import type { AddressInfo, Server } from 'node:net'
import type { Logger } from 'pino'
import { connectionLimits } from '../limits.ts'
import { StartError } from '../settings/start-error.ts'

/** Listens, and resolves to the origin, with `localhost` for all addresses. @throws StartError */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: connectionLimits.backlog }, () => {
      server.off('error', reject)
      resolve()
    })
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new StartError(`PORT ${port} is in use on ${host}`)
    if (error.code === 'EACCES') throw new StartError(`PORT ${port} needs rights that we lack`)
    if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL') {
      throw new StartError(`HOST ${host} is no address of this machine`)
    }
    throw error
  })
  const actual = server.address() as AddressInfo
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${actual.port}`
}

/** Logs that a server could not accept a connection, such as for lack of memory: unheard, it would end the process. */
export function ignoreLateSocketErrors(server: Server, log: Pick<Logger, 'error'>): void {
  server.on('error', (err) => log.error({ err }, 'a connection could not be taken'))
}
