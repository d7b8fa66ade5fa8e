import { apiVersion } from 'halvi-site/content/content'
import type { Settings } from 'halvi-site/settings/settings'
import type { Logger } from 'pino'
import type { EmbeddedLake } from '../../office/lake/embedded-lake.ts'

/** The values that are logged once the site is running. */
interface Started {
  siteUrl: string
  settings: Settings
  lake: EmbeddedLake | undefined
  /** The file of the token for `/metrics`, if the token was created rather than set. */
  metricsTokenFile: string | undefined
  maxConnections: number
  /** Duration of the start. */
  milliseconds: number
}

/** Logs the URLs of the site and the files that contain its credentials. */
export function announce(started: Started, log: Logger): void {
  const { siteUrl, settings, lake, metricsTokenFile, milliseconds, maxConnections } = started
  log.info({ milliseconds, data: settings.DATA_DIR, maxConnections }, `site ${siteUrl}`)
  if (maxConnections < settings.MAX_CONNECTIONS) {
    const wanted = settings.MAX_CONNECTIONS
    log.warn(
      { maxConnections, wanted },
      'fewer connections: raise the limit of open files (ulimit -n)',
    )
  }
  if (metricsTokenFile) log.info({ tokenFile: metricsTokenFile }, `metrics ${siteUrl}/metrics`)
  const { SANITY_PROJECT_ID: project, SANITY_DATASET: dataset } = settings
  if (lake) log.info({ tokenFile: lake.tokenFile }, `content API ${siteUrl}/v${apiVersion}/data`)
  else log.info({ dataset }, `content https://${project}.api.sanity.io`)
  // A hosted project accepts a Studio only at origins that were allowed at Sanity.
  log.info(lake ? firstSignIn(lake, siteUrl) : { allowOrigin: siteUrl }, `Studio ${siteUrl}/studio`)
}

/**
 * Returns how to sign in for the first time: the password file and a setup link. Returns nothing if people exist or a
 * password is set.
 */
function firstSignIn(lake: EmbeddedLake, siteUrl: string): object {
  const { passwordFile, needsSetup } = lake
  if (!passwordFile || !needsSetup) return {}
  // Browsers don't send the fragment of a URL, so the token does not appear in logs of requests.
  return { passwordFile, signIn: `${siteUrl}/studio#setup=${lake.setupToken()}` }
}
