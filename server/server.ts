import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { createContent } from '../app/content/content.ts'
import { createLeads } from '../app/leads/leads.ts'
import { createPreview } from '../app/preview/preview.ts'
import { createCachedApp } from './cached-app.ts'
import { Connections } from './connections/connections.ts'
import { mostConnections } from './connections/most-connections.ts'
import { handleUpgrades } from './connections/upgrades.ts'
import { type EmbeddedLake, openEmbeddedLake } from './embedded-lake.ts'
import { httpLimits, shutdownLimits } from './limits.ts'
import { createMetrics } from './metrics.ts'
import { metricsToken } from './metrics-page.ts'
import { loadPages } from './pages.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { openStudio } from './studio.ts'

/** A running site. */
export interface RunningServer {
  /** Where it answers, without a slash at its end. */
  url: string
  /**
   * Takes no new requests, ends those under way, then closes content and leads; what does not end in
   * time is cut off. Called again it is the same end.
   *
   * @param gracePeriodMs how long requests under way may take, unless 4 seconds
   */
  close(gracePeriodMs?: number): Promise<void>
}

/**
 * Starts everything: the embedded Content Lake (unless a hosted project is named), the leads, the
 * pages, and the HTTP server in front of them.
 *
 * @throws StartError when an operator can mend what is wrong
 */
export async function startServer(settings: Settings, log: Logger): Promise<RunningServer> {
  const started = performance.now()
  const server = createServer(timeouts)
  const metrics = createMetrics()
  const connections = new Connections(server, {
    most: mostConnections(settings.MAX_CONNECTIONS),
    proxies: settings.TRUST_PROXY,
    refused: metrics.refused,
  })
  const closers: (() => Promise<void> | void)[] = []
  let stopServing = async (_gracePeriodMs: number) => {}
  let closing: Promise<void> | undefined
  const close = (gracePeriodMs: number = shutdownLimits.gracePeriodMs) => {
    closing ??= (async () => {
      await stopServing(gracePeriodMs)
      for (const closer of closers.reverse()) await closeInTime(closer, log)
    })()
    return closing
  }
  try {
    const lake = settings.SANITY_PROJECT_ID
      ? undefined
      : await openEmbeddedLake(settings, metrics, log)
    if (lake) closers.push(() => lake.close())

    // The site reads its content at an address of its own, so that pages under way are still
    // served after the public address has stopped taking requests.
    const lakeServer =
      lake &&
      createServer((request, response) =>
        lake.handle(request, response, () => response.writeHead(404).end()),
      )
    const apiHost = lakeServer && (await listen(lakeServer, 0, '127.0.0.1'))
    if (lakeServer)
      closers.push(() => closeServer(lakeServer, 0, () => lakeServer.closeAllConnections()))

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
    const content = createContent({ ...source, ...(lake && { token: lake.readerToken }) })
    const preview = createPreview(source, lake?.token ?? settings.SANITY_READ_TOKEN)
    const studio = openStudio(settings, log)
    closers.push(() => studio.close())
    const updates = content.follow(log)
    closers.push(() => updates.close())
    const stop = new AbortController()
    const stopping = stop.signal
    const { token, file: metricsTokenFile } = metricsToken(settings)
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
      metricsToken: token,
      connections,
    }
    const app = createCachedApp({ ...site, settings, log })
    closers.push(() => app.close())
    server.on('request', app.handle)
    handleUpgrades(server, connections, lake, settings.NODE_ENV === 'development', log)
    stopServing = (gracePeriodMs) => {
      stop.abort()
      // Before its own stream is ended: that is no outage.
      updates.close()
      lake?.endStreams()
      const closed = closeServer(server, gracePeriodMs, () => connections.endAll())
      connections.endIdle()
      return closed
    }

    const milliseconds = Math.round(performance.now() - started)
    log.info({ milliseconds, data: settings.DATA_DIR }, `site ${siteUrl}`)
    if (metricsTokenFile) log.info({ tokenFile: metricsTokenFile }, `metrics ${siteUrl}/metrics`)
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

const timeouts = {
  requestTimeout: httpLimits.requestTimeoutMs,
  headersTimeout: httpLimits.headersTimeoutMs,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: httpLimits.keepAliveTimeoutMs,
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

/**
 * Resolves when the last request has ended; after the grace period, in milliseconds, `cutOff` ends the
 * rest.
 */
async function closeServer(
  server: Server,
  gracePeriodMs: number,
  cutOff: () => void,
): Promise<void> {
  // A connection that is kept alive would bring one request after another.
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close')
  })
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  const cut = setTimeout(cutOff, gracePeriodMs)
  await closed
  clearTimeout(cut)
}

/** One that does not close in time, or not at all, must not keep the others open. */
async function closeInTime(closer: () => Promise<void> | void, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.warn('something is left open')
      resolve()
    }, shutdownLimits.closeMs)
  })
  try {
    await Promise.race([closer(), late])
  } catch (err) {
    log.error({ err }, 'something did not close')
  } finally {
    clearTimeout(timer)
  }
}
