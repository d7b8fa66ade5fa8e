import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { createClient, type SanityClient } from '@sanity/client'
import { createLeads, type Leads } from 'halvi-leads'
import { createContent } from 'halvi-site/content/content'
import type { ContentReader } from 'halvi-site/content/content-reader'
import { english } from 'halvi-site/language/language'
import { root } from 'halvi-site/root'
import { openLake } from 'local-content-lake'
import { pino } from 'pino'
import type { SiteContext } from '../app/handler/context.ts'
import { AppliedEvents, awaitApplied, latestEvent } from './applied.ts'
import { copyPreparedLake } from './prepared-lake.ts'

/** Handles page requests like the site, without an HTTP server. */
export interface PageHandler {
  /** Requests a path of the site; `context` replaces parts of what loaders and actions get. */
  request(path: string, init?: RequestInit, context?: Partial<SiteContext>): Promise<Response>
  content: ContentReader
  leads: Leads
  /** Writes content, as the Studio does. A write resolves when the pages show it. */
  editor: SanityClient
  /** Forgets all results of the content. Needed after the clock was set back. */
  forget(): Promise<void>
  /** All log lines so far, one JSON object each. */
  log: string[]
  close(): Promise<void>
}

export const siteUrl = 'https://halvi.test'

/**
 * Creates a handler for the built pages with a lake and the seed content. Closing it fails if anything connected to
 * another machine.
 */
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

  const strangers: string[] = []
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.once('lookup', (_error, _address, _family, host: string) => strangers.push(host))
    socket.once('connect', () => {
      if (socket.remoteAddress !== '127.0.0.1') strangers.push(String(socket.remoteAddress))
    })
  }
  subscribe('net.client.socket', watch)
  const log: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => log.push(line) })
  const connect = () => {
    const source = { projectId: 'halvi', dataset: 'production', apiHost, token: 'reader' }
    const { reader, follow } = createContent(source)
    const updates = follow(logger)
    const events = new AppliedEvents()
    updates.onChange(() => events.add(updates.lastEventId))
    return {
      reader,
      updates,
      applied: async () => events.upTo(await latestEvent(apiHost, 'reader')),
    }
  }
  let connection = connect()
  const leads = await createLeads({ dataDir: directory, rateLimit: 'off', log: logger })
  const build = (await import(
    pathToFileURL(join(root, 'build/server/index.js')).href
  )) as ServerBuild
  const handle = createRequestHandler(build, 'production')
  const stop = new AbortController()

  const client = createClient({
    projectId: 'halvi',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost,

    useProjectHostname: false,
    useCdn: false,
    token: 'test',
    headers: { connection: 'close' },
  })
  const editor = awaitApplied(client, () => connection.applied())

  return {
    get content() {
      return connection.reader(english)
    },
    leads,
    editor,

    log,
    request(path, init, context) {
      return handle(new Request(siteUrl + path, init), {
        content: connection.reader(english),
        leads,
        siteUrl,
        shutdownSignal: stop.signal,
        log: logger,
        requestId: 'request-1',
        clientNetwork: '192.0.2.1',
        language: english,
        path: new URL(siteUrl + path).pathname,
        languages: [english],
        ...context,
      })
    },
    async forget() {
      connection.updates.close()
      connection = connect()
      await connection.applied()
    },
    async close() {
      stop.abort()
      connection.updates.close()
      unsubscribe('net.client.socket', watch)
      await leads.close()
      server.closeAllConnections()
      server.close()
      await lake.close()
      await rm(directory, { recursive: true })
      if (strangers.length > 0) throw new Error(`Something connected to ${strangers}`)
    },
  }
}
