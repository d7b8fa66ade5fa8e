import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from 'halvi-site/root'
import { importDataset, openLake } from 'local-content-lake'
import { startSite } from '../running-site.ts'

/** The id of the hosted project in these tests. */
export const projectId = 'a1b2c3d4'

/** A request from a site to one of Sanity's hosts. */
export interface RecordedRequest {
  method: string
  url: URL
  headers: IncomingHttpHeaders
}

/** Starts a stand-in for Sanity's hosts: a lake with the seed content that records all requests. */
export async function startHosts() {
  const directory = await mkdtemp(join(tmpdir(), 'halvi-hosts-'))
  const lake = await openLake({
    directory,
    projectId,
    dataset: 'production',
    token: 'staff',
    publicContent: true,
    reader: { token: 'visitor' },
  })
  await importDataset(lake, join(root, 'seed/data.ndjson'))
  const requests: RecordedRequest[] = []
  let isUnreachable = false
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const meant = new URL(`https://${headers['x-meant-for']}${url}`)
    requests.push({ method, url: meant, headers: { ...headers } })
    // Sanity accepts longer queries from visitors than the lake does.
    if (meant.pathname.includes('/data/query/')) headers.authorization ??= 'Bearer visitor'
    if (isUnreachable) request.socket.destroy()
    else lake.handle(request, response, () => response.writeHead(404).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    requests,
    /** Sets whether requests are closed without a response. */
    setUnreachable: (value: boolean) => {
      isUnreachable = value
      if (isUnreachable) server.closeAllConnections()
    },
    /** Starts a site that uses these hosts. */
    startSite: (settings: Record<string, string> = {}) =>
      startSite(
        {
          SANITY_PROJECT_ID: projectId,
          HOSTS_ORIGIN: origin,
          NODE_OPTIONS: `--import tsx --import ${pathToFileURL(join(root, 'tests/hosted/reroute.ts'))}`,
          ...settings,
        },
        // Without the prepared lake, because the site must not create one.
        { data: 'new' },
      ),
    async close() {
      server.closeAllConnections()
      server.close()
      await lake.close()
      await rm(directory, { recursive: true })
    },
  }
}
