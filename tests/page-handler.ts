import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { createClient, type SanityClient } from '@sanity/client'
import { createLeads, type Leads } from 'halvi-leads'
import { openLake } from 'local-content-lake'
import { http, passthrough } from 'msw'
import { setupServer } from 'msw/node'
import { pino } from 'pino'
import { createContent } from '../app/content/content.ts'
import type { ContentReader } from '../app/content/content-reader.ts'
import type { SiteContext } from '../app/context.ts'
import { english } from '../app/language/language.ts'
import { root } from '../server/root.ts'
import { copyPreparedLake } from './prepared-lake.ts'

/** Handles page requests like the site, without an HTTP server. */
export interface PageHandler {
  /** Requests a path of the site; `context` replaces parts of what loaders and actions get. */
  request(path: string, init?: RequestInit, context?: Partial<SiteContext>): Promise<Response>
  content: ContentReader
  leads: Leads
  /** Writes content, as the Studio does. */
  editor: SanityClient
  /** All log lines so far, one JSON object each. */
  log: string[]
  close(): Promise<void>
}

export const siteUrl = 'https://halvi.test'

/** Creates a handler for the built pages with a lake and the seed content. msw blocks all other network requests. */
export async function createPageHandler(): Promise<PageHandler> {
  const directory = await mkdtemp(join(tmpdir(), 'halvi-pages-'))
  await copyPreparedLake(join(directory, 'lake'))
  const lake = await openLake({
    directory: join(directory, 'lake'),
    projectId: 'halvi',
    dataset: 'production',
    token: 'test',
    reader: { token: 'reader' },
  })
  const server = createServer((request, response) =>
    lake.handle(request, response, () => response.writeHead(404).end()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const apiHost = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const network = setupServer(http.all(`${apiHost}/*`, () => passthrough()))
  network.listen({ onUnhandledRequest: 'error' })

  const log: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => log.push(line) })
  const { reader } = createContent({
    projectId: 'halvi',
    dataset: 'production',
    apiHost,
    token: 'reader',
  })
  const leads = await createLeads({ dataDir: directory, rateLimit: 'off', log: logger })
  const build = (await import(
    pathToFileURL(join(root, 'build/server/index.js')).href
  )) as ServerBuild
  const handle = createRequestHandler(build, 'production')
  const stop = new AbortController()

  const editor = createClient({
    projectId: 'halvi',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost,
    useProjectHostname: false,
    useCdn: false,
    token: 'test',
  })

  return {
    get content() {
      return reader(english)
    },
    leads,
    editor,
    log,
    request(path, init, context) {
      return handle(new Request(siteUrl + path, init), {
        content: reader(english),
        leads,
        siteUrl,
        shutdownSignal: stop.signal,
        log: logger,
        requestId: 'request-1',
        clientNetwork: '192.0.2.1',
        language: english,
        languages: [english],
        ...context,
      })
    },
    async close() {
      stop.abort()
      network.close()
      await leads.close()
      server.closeAllConnections()
      server.close()
      await lake.close()
      await rm(directory, { recursive: true })
    },
  }
}
