import type { Settings } from 'halvi-site/settings/settings'
import type { Logger } from 'pino'

/** The values that are logged once the site is running. */
interface Started {
  siteUrl: string
  settings: Settings
  /** The file of the token for `/metrics`, if the token was created rather than set. */
  metricsTokenFile: string | undefined
  maxConnections: number
  /** Duration of the start. */
  milliseconds: number
}

/** Logs the URL of the site and the file that contains the token for its metrics. */
export function announce(started: Started, log: Logger): void {
  const { siteUrl, settings, metricsTokenFile, milliseconds, maxConnections } = started
  log.info({ milliseconds, data: settings.DATA_DIR, maxConnections }, `site ${siteUrl}`)
  if (maxConnections < settings.MAX_CONNECTIONS) {
    const wanted = settings.MAX_CONNECTIONS
    log.warn(
      { maxConnections, wanted },
      'fewer connections: raise the limit of open files (ulimit -n)',
    )
  }
  if (metricsTokenFile) log.info({ tokenFile: metricsTokenFile }, `metrics ${siteUrl}/metrics`)
}
