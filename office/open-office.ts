import { createServer } from 'node:http'
import { ignoreLateSocketErrors, listen } from 'halvi-kit/http/listen'
import { closeServer, Shutdown } from 'halvi-kit/processes/shutdown'
import type { FromOffice, OfficeConfig, ToOffice } from 'halvi-site/office-protocol'
import type { Settings } from 'halvi-site/settings/settings'
import type { Logger } from 'pino'
import { announce } from './announce.ts'
import { createOfficeApp } from './app.ts'
import { createMetrics } from './metrics.ts'
import { openContent } from './open-content.ts'
import { openLeads } from './open-leads.ts'
import type { OfficeOptions } from './options.ts'
import { officeRoutes } from './routes.ts'

/** A running office. */
export interface Office {
  receive(message: ToOffice): void
  /** Closes all connections, then content and leads. */
  close(): Promise<void>
}

/** Time for requests in progress at the end, in milliseconds. Visitors have none. */
const gracePeriodMs = 500

/**
 * Opens the office: the lake, the leads' office, and the HTTP server that the site passes requests to.
 *
 * @throws StartError
 */
export async function openOffice(
  settings: Settings,
  log: Logger,
  config: OfficeConfig,
  options: OfficeOptions,
  tell: (message: FromOffice) => void,
): Promise<Office> {
  const shutdown = new Shutdown(log)
  const stop = new AbortController()
  const metrics = createMetrics()
  try {
    const server = createServer(timeouts)
    const app = createOfficeApp(config, settings, log)
    server.on('request', app.handle)
    await listen(server, config.port, '127.0.0.1')
    ignoreLateSocketErrors(server, log)
    const shared = { settings, log, config, options, metrics, shutdown }
    const content = await openContent(shared, app)
    const leads = await openLeads(shared, content, () => tell({ type: 'leaderboard' }))
    const { lake } = content
    const endStreams = () => {
      stop.abort()
      lake?.endStreams()
    }
    shutdown.stopServing = () => {
      endStreams()
      return closeServer(server, gracePeriodMs, () => server.closeAllConnections())
    }
    app.serve(await officeRoutes({ ...shared, ...content, ...leads, shutdownSignal: stop.signal }))
    server.on('upgrade', app.upgrade)
    announce(config.siteUrl, settings, lake, log)
    tell({ type: 'ready' })
    return {
      receive: (message) => (message.type === 'drain' ? endStreams() : leads.receive(message)),
      close: () => shutdown.close(),
    }
  } catch (error) {
    await shutdown.close()
    throw error
  }
}

/** The site limits the time of requests, and reuses connections as long as the office runs. */
const timeouts = { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 }
