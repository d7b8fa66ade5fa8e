import type { Logger } from 'pino'
import { apiVersion } from '../../app/content/content.ts'
import type { Settings } from '../settings/settings.ts'
import type { EmbeddedLake } from './embedded-lake.ts'

/** What operators are told once the site answers. */
interface Started {
  siteUrl: string
  settings: Settings
  lake: EmbeddedLake | undefined
  /** The file of the token that opens the metrics, where one was made. */
  metricsTokenFile: string | undefined
  /** How long the start took. */
  milliseconds: number
}

/** Logs where everything is, and which files hold what opens it. */
export function announce(started: Started, log: Logger): void {
  const { siteUrl, settings, lake, metricsTokenFile, milliseconds } = started
  log.info({ milliseconds, data: settings.DATA_DIR }, `site ${siteUrl}`)
  if (metricsTokenFile) log.info({ tokenFile: metricsTokenFile }, `metrics ${siteUrl}/metrics`)
  const { SANITY_PROJECT_ID: project, SANITY_DATASET: dataset } = settings
  if (lake) log.info({ tokenFile: lake.tokenFile }, `content API ${siteUrl}/v${apiVersion}/data`)
  else log.info({ dataset }, `content https://${project}.api.sanity.io`)
  // A hosted project answers a Studio only at origins that have been allowed there.
  log.info(lake ? waysIn(lake, siteUrl) : { allowOrigin: siteUrl }, `Studio ${siteUrl}/studio`)
}

/** While nobody manages people and no password was set: the file of the one that was made, and a link. */
function waysIn(lake: EmbeddedLake, siteUrl: string): object {
  const { passwordFile, needsSetup } = lake
  if (!passwordFile || !needsSetup) return {}
  // A browser sends the fragment nowhere: it stands in no log.
  return { passwordFile, signIn: `${siteUrl}/studio#setup=${lake.setupToken()}` }
}
