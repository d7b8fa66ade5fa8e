import { createServer } from 'node:http'
import { ignoreLateSocketErrors, listen } from 'halvi-kit/http/listen'
import { Shutdown } from 'halvi-kit/processes/shutdown'
import { forms } from 'halvi-leads/forms'
import { settingOrSecret } from 'halvi-site/settings/secret'
import type { Settings } from 'halvi-site/settings/settings'
import type { Logger } from 'pino'
import { assertNotHalfRestored } from './backup/restore.ts'
import { Connections } from './connections/connections.ts'
import { maxConnectionsFor } from './connections/max-connections.ts'
import { migrateData } from './data-folder/migrate-data.ts'
import { httpLimits } from './limits.ts'
import { createMetrics } from './metrics.ts'
import { openParts } from './process/parts.ts'
import { serveSite } from './process/serve.ts'
import type { SiteOptions } from './process/site-process.ts'
import { announce } from './start/announce.ts'

/** A running site. */
export interface RunningServer {
  /** The site's own URL, without a trailing slash. */
  url: string
  /** Makes `/healthz` and `/readyz` report the shutdown, and resolves after `DRAIN_SECONDS`. */
  drain(): Promise<void>
  /** Stops serving within a grace period (4 seconds by default). Then closes content and leads. */
  close(gracePeriodMs?: number): Promise<void>
}

/**
 * Starts the site: content, leads, pages, and the HTTP server.
 *
 * @throws StartError
 */
export async function startServer(
  settings: Settings,
  log: Logger,
  options: SiteOptions = {},
): Promise<RunningServer> {
  const started = performance.now()
  assertNotHalfRestored(settings.DATA_DIR)
  await migrateData(settings.DATA_DIR)
  const server = createServer(timeouts)
  const metrics = createMetrics(forms.map(({ name }) => name))
  // Created before the server listens, so that every connection is counted.
  const maxConnections = maxConnectionsFor(settings.MAX_CONNECTIONS)
  const connections = new Connections(server, {
    maxConnections,
    proxies: settings.TRUST_PROXY,
    countRejection: metrics.countRejection,
  })
  const shutdown = new Shutdown(log)
  const shared = { settings, log, options, server, connections, metrics, shutdown }
  try {
    const address = { siteUrl: settings.SITE_URL ?? '' }
    const parts = await openParts(shared, () => address.siteUrl)
    const url = await listen(server, settings.PORT, settings.HOST)
    ignoreLateSocketErrors(server, log)
    const siteUrl = settings.SITE_URL ?? url
    address.siteUrl = siteUrl
    const { file: metricsTokenFile, secret: token } = settingOrSecret('METRICS_TOKEN', settings)
    shutdown.stopServing = serveSite(shared, parts, siteUrl, token)
    const milliseconds = Math.round(performance.now() - started)
    const { lake } = parts
    announce({ siteUrl, settings, lake, metricsTokenFile, milliseconds, maxConnections }, log)
    return {
      url,
      drain: () => shutdown.drain(settings.DRAIN_SECONDS * 1000),
      close: (gracePeriodMs) => shutdown.close(gracePeriodMs),
    }
  } catch (error) {
    await shutdown.close()
    throw error
  }
}

const timeouts = {
  requestTimeout: httpLimits.requestTimeoutMs,
  headersTimeout: httpLimits.headersTimeoutMs,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: httpLimits.keepAliveTimeoutMs,
}
