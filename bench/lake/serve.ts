import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openLake } from 'local-content-lake'

/** Opens a lake and serves it on a free port. The token is `bench`; `reader` reads published documents. */
export async function serveLake(directory: string) {
  const lake = await openLake({
    ...{ directory, projectId: 'bench', dataset: 'bench', token: 'bench' },
    reader: { token: 'reader' },
  })
  const server = createServer((request, response) =>
    lake.handle(request, response, () => response.writeHead(404).end()),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { lake, server, port }
}
