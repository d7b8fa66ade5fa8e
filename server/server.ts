import { createServer } from 'node:http'
import { ignoreLateSocketErrors, listen } from 'halvi-kit/http/listen'
import { closeServer, Shutdown } from 'halvi-kit/processes/shutdown'
import { forms } from 'halvi-leads/forms'
import { settingOrSecret } from 'halvi-site/settings/secret'
import type { Settings } from 'halvi-site/settings/settings'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { lastBackup } from './backup/last-backup.ts'
import { assertNotHalfRestored } from './backup/restore.ts'
import { Connections } from './connections/connections.ts'
import { maxConnectionsFor } from './connections/max-connections.ts'
import { createDataFolder } from './data-folder/create-folder.ts'
import { migrateData } from './data-folder/migrate-data.ts'
import { httpLimits } from './limits.ts'
import { createMetrics } from './metrics.ts'
import type { SiteOptions } from './options.ts'
import { announce } from './start/announce.ts'
import { openContent } from './start/open-content.ts'
import { openLeads } from './start/open-leads.ts'
import { startOffice } from './start/start-office.ts'
import { respondStarting } from './start/starting.ts'
import { handleUpgrades } from './to-office/upgrades.ts'

/** A running site. */
export interface RunningServer {
  /** The site's own URL, without a trailing slash. */
  url: string
  /** Makes `/healthz` and `/readyz` report the shutdown, and resolves after `DRAIN_SECONDS`. */
  drain(): Promise<void>
  /** Stops serving within a grace period (4 seconds by default). Then ends the office and closes the leads. */
  close(gracePeriodMs?: number): Promise<void>
}

/**
 * Starts the site: leads, the HTTP server, the office, and pages. Until the office has opened the content, all requests
 * get `503`.
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
  createDataFolder(settings.DATA_DIR)
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
  const shared = { settings, log, options, metrics, shutdown }
  try {
    const leads = await openLeads(shared)
    server.on('request', respondStarting)
    const url = await listen(server, settings.PORT, settings.HOST)
    ignoreLateSocketErrors(server, log)
    let endStreams = () => {}
    shutdown.stopServing = (gracePeriodMs) => {
      endStreams()
      const closed = closeServer(server, gracePeriodMs, () => connections.endAll())
      connections.endIdle()
      return closed
    }
    const siteUrl = settings.SITE_URL ?? url
    const { office, passThrough, source } = await startOffice(shared, siteUrl, leads)
    const content = await openContent(shared, source, server)
    const { file: metricsTokenFile, secret: metricsToken } = settingOrSecret(
      'METRICS_TOKEN',
      settings,
    )
    const app = createApp({
      ...{ ...shared, ...content, siteUrl, leads, office, passThrough, metricsToken, connections },
      caching: options.caching,
      isEnding: () => shutdown.hasBegun,
    })
    shutdown.onClose(() => app.close())
    endStreams = () => {
      // Closed before the office ends its stream, so that the end is not logged as an outage.
      content.updates.close()
      office.tell({ type: 'drain' })
    }
    metrics.observeDisk(settings.DATA_DIR)
    metrics.observeOffice(() => office)
    metrics.observeBackup(() => lastBackup(settings.DATA_DIR))
    server.off('request', respondStarting)
    server.on('request', app.handle)
    handleUpgrades(server, connections, passThrough, options.development !== undefined)
    const milliseconds = Math.round(performance.now() - started)
    announce({ siteUrl, settings, metricsTokenFile, milliseconds, maxConnections }, log)
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
