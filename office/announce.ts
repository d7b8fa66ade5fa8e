import { apiVersion } from 'halvi-site/content/content'
import type { Settings } from 'halvi-site/settings/settings'
import type { Logger } from 'pino'
import type { EmbeddedLake } from './lake/embedded-lake.ts'

/** Logs the URLs of content and Studio, and the files that contain their credentials. */
export function announce(
  siteUrl: string,
  { SANITY_PROJECT_ID: project, SANITY_DATASET: dataset }: Settings,
  lake: EmbeddedLake | undefined,
  log: Logger,
): void {
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
