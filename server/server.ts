import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { createContent } from '../app/content/content.ts'
import { createLeads } from '../app/leads/leads.ts'
import { createPreview } from '../app/preview/preview.ts'
import { createCachedApp } from './cached-app.ts'
import { type EmbeddedLake, openEmbeddedLake } from './embedded-lake.ts'
import { createMetrics } from './metrics.ts'
import { loadPages } from './pages.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { openStudio } from './studio.ts'

/** Requests under way may take this long to end when the process is told to stop, in milliseconds. */
const patience = 10_000

/** A running site. */
export interface RunningServer {
  /** Where it answers, without a slash at its end. */
  url: string
  /** Takes no new requests, ends those under way, then closes content and leads. */
  close(): Promise<void>
}

/**
 * Starts everything: the embedded Content Lake (unless a hosted project is named), the leads, the
 * pages, and the HTTP server in front of them.
 *
 * @throws StartError when an operator can mend what is wrong
 */
export async function startServer(settings: Settings, log: Logger): Promise<RunningServer> {
  const started = performance.now()
  const server = createServer(limits)
  const closers: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const closer of closers.reverse()) await closer()
  }
  try {
    const lake = settings.SANITY_PROJECT_ID ? undefined : await openEmbeddedLake(settings, log)
    if (lake) closers.push(() => lake.close())

    // The site reads its content at an address of its own, so that pages under way are still
    // served after the public address has stopped taking requests.
    const lakeServer =
      lake &&
      createServer((request, response) =>
        lake.handle(request, response, () => response.writeHead(404).end()),
      )
    const apiHost = lakeServer && (await listen(lakeServer, 0, '127.0.0.1'))
    if (lakeServer) closers.push(() => closeServer(lakeServer, 0))

    const metrics = createMetrics()
    const leads = await createLeads({
      dataDir: settings.DATA_DIR,
      databaseUrl: settings.DATABASE_URL,
      endpointUrl: settings.FORM_ENDPOINT_URL,
      endpointSecret: settings.FORM_ENDPOINT_SECRET,
      rateLimit: settings.RATE_LIMIT,
      observer: metrics.leads,
      log,
    }).catch((error: Error) => {
      throw new StartError(`The leads can't be opened: ${reasonOf(error)}`)
    })
    closers.push(() => leads.close())

    const pages = await loadPages(settings.NODE_ENV, server)
    closers.push(() => pages.close())

    const address = await listen(server, settings.PORT, settings.HOST)
    const siteUrl = settings.SITE_URL ?? address
    const source = {
      projectId: settings.SANITY_PROJECT_ID ?? 'halvi',
      dataset: settings.SANITY_DATASET,
      apiHost,
    }
    const content = createContent(source)
    const preview = createPreview(source, lake?.token ?? settings.SANITY_READ_TOKEN)
    const studio = openStudio(settings, log)
    closers.push(() => studio.close())
    const updates = content.follow(log)
    closers.push(() => updates.close())
    const stop = new AbortController()
    const stopping = stop.signal
    const site = {
      siteUrl,
      content,
      preview,
      updates,
      leads,
      stopping,
      lake,
      pages,
      studio,
      metrics,
    }
    const app = createCachedApp({ ...site, settings, log })
    closers.push(() => app.close())
    server.on('request', app.handle)
    if (lake) server.on('upgrade', upgradesTo(lake, settings))
    closers.push(() => {
      stop.abort()
      // Before its own stream is ended: that is no outage.
      updates.close()
      lake?.endStreams()
      return closeServer(server, patience)
    })

    const milliseconds = Math.round(performance.now() - started)
    log.info({ milliseconds, data: settings.DATA_DIR }, `site ${siteUrl}`)
    const { SANITY_PROJECT_ID: project, SANITY_DATASET: dataset } = settings
    if (lake) log.info({ tokenFile: lake.tokenFile }, `content API ${siteUrl}/v2025-02-19/data`)
    else log.info({ dataset }, `content https://${project}.api.sanity.io`)
    // A hosted project answers a Studio only at origins that have been allowed there.
    log.info(lake ? waysIn(lake, siteUrl) : { allowOrigin: siteUrl }, `Studio ${siteUrl}/studio`)
    return { url: address, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** One line. A refused connection to a name with several addresses has a code and no message. */
function reasonOf(error: NodeJS.ErrnoException): string {
  return error.message.split('\n', 1)[0] || (error.code ?? error.name)
}

/** Where no password was set: the file of the one that was made, and a link that signs in once. */
function waysIn({ passwordFile, signInToken }: EmbeddedLake, siteUrl: string): object {
  if (!passwordFile) return {}
  return { passwordFile, signIn: `${siteUrl}/v1/auth/sign-in?token=${signInToken()}&to=/studio` }
}

/** Hands WebSockets to the lake; in development Vite has some of its own. */
function upgradesTo(lake: EmbeddedLake, { NODE_ENV }: Settings) {
  return (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (lake.upgrade(request, socket, head) || NODE_ENV === 'development') return
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  }
}

/** Times are in milliseconds. A request that drips in slowly is ended. */
const limits = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
}

/** Listens and tells at which address, with `localhost` for "every address". */
async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
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

/** Resolves when the last request has ended; after `wait` milliseconds the rest is cut off. */
async function closeServer(server: Server, wait: number): Promise<void> {
  // A connection that is kept alive would bring one request after another.
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close')
  })
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  const cut = setTimeout(() => server.closeAllConnections(), wait)
  await closed
  clearTimeout(cut)
}
