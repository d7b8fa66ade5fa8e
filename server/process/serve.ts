import { closeServer } from 'halvi-kit/processes/shutdown'
import { withTimeout } from 'halvi-kit/timeout'
import { developmentStudio } from '../../office/studio/development.ts'
import { openStudio } from '../../office/studio/studio.ts'
import { createApp } from '../app.ts'
import { lastBackup } from '../backup/last-backup.ts'
import { handleUpgrades } from '../connections/upgrades.ts'
import { healthLimits } from '../limits.ts'
import { openPreview } from '../start/open.ts'
import type { openParts } from './parts.ts'
import type { SiteProcess } from './site-process.ts'

/** Connects the listening server to the app. Returns a function that stops it. */
export function serveSite(
  { settings, log, options, server, connections, metrics, shutdown }: SiteProcess,
  { source, ...parts }: Awaited<ReturnType<typeof openParts>>,
  siteUrl: string,
  metricsToken: string,
): (gracePeriodMs: number) => Promise<void> {
  const { development } = options
  const { lake, content } = parts
  const isEnding = () => shutdown.hasBegun
  const preview = openPreview(source, lake, settings, parts)
  const studio = development
    ? developmentStudio(settings, development)
    : openStudio(settings, log, options.studioBuilder)
  shutdown.onClose(() => studio.close())
  const updates = content.follow(log)
  parts.languages.follow(updates)
  shutdown.onClose(() => updates.close())
  const stop = new AbortController()
  const app = createApp({
    ...parts,
    siteUrl,
    preview,
    updates,
    shutdownSignal: stop.signal,
    studio,
    caching: options.caching,
    metrics,
    metricsToken,
    isEnding,
    connections,
    settings,
    log,
  })
  shutdown.onClose(() => app.close())
  metrics.observeDisk(settings.DATA_DIR)
  metrics.observeMail(() => withTimeout(parts.office.mailCounts(), healthLimits.checkTimeoutMs))
  metrics.observeBackup(() => lastBackup(settings.DATA_DIR))
  server.on('request', app.handle)
  handleUpgrades(server, connections, lake, development !== undefined, log)
  return (gracePeriodMs) => {
    stop.abort()
    // Closed before the lake ends its stream, so that the end is not logged as an outage.
    updates.close()
    lake?.endStreams()
    const closed = closeServer(server, gracePeriodMs, () => connections.endAll())
    connections.endIdle()
    return closed
  }
}
