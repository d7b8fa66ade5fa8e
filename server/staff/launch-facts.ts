import type { Lake } from 'embedded-content-lake'
import type { LaunchFacts } from 'halvi-leads/contract'
import { lastBackup } from '../backup/last-backup.ts'
import type { Settings } from '../settings/settings.ts'

type LaunchSettings = Pick<
  Settings,
  'SITE_URL' | 'TRUST_PROXY' | 'FORM_ENDPOINT_URL' | 'FORM_ENDPOINT_SECRET' | 'DATA_DIR'
>

/**
 * Returns the current settings of the operators without secrets. For example, it contains only the host of the form
 * endpoint.
 */
export function readLaunchFacts(
  settings: LaunchSettings,
  lake: Pick<Lake, 'profiles'> | undefined,
): LaunchFacts {
  const { SITE_URL, TRUST_PROXY, FORM_ENDPOINT_URL, FORM_ENDPOINT_SECRET, DATA_DIR } = settings
  const administrators = lake
    ?.profiles()
    .filter(({ roles, removed }) => roles.includes('administrator') && !removed)
  return {
    siteUrl: SITE_URL ?? null,
    proxies: TRUST_PROXY,
    endpoint: FORM_ENDPOINT_URL
      ? { host: new URL(FORM_ENDPOINT_URL).host, signed: FORM_ENDPOINT_SECRET !== undefined }
      : null,
    lastBackup: lastBackup(DATA_DIR)?.toISOString() ?? null,
    administrators: administrators?.length ?? null,
  }
}
