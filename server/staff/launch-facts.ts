import type { Lake } from 'embedded-content-lake'
import type { LaunchFacts } from 'halvi-leads/contract'
import { readBackupRecord } from '../backups/record.ts'
import type { Settings } from '../settings/settings.ts'

type LaunchSettings = Pick<
  Settings,
  'SITE_URL' | 'TRUST_PROXY' | 'FORM_ENDPOINT_URL' | 'FORM_ENDPOINT_SECRET' | 'DATA_DIR'
>

/**
 * Returns the current settings of the operators without secrets. For example, it contains only the host of the form
 * endpoint and only the time of a failure.
 */
export function readLaunchFacts(
  settings: LaunchSettings,
  lake: Pick<Lake, 'profiles'> | undefined,
): LaunchFacts {
  const { SITE_URL, TRUST_PROXY, FORM_ENDPOINT_URL, FORM_ENDPOINT_SECRET, DATA_DIR } = settings
  const { lastBackup, lastFailure, lastDrill, lastDrillFailure } = readBackupRecord(DATA_DIR)
  const administrators = lake
    ?.profiles()
    .filter(({ role, removed }) => role === 'administrator' && !removed)
  return {
    siteUrl: SITE_URL ?? null,
    proxies: TRUST_PROXY,
    endpoint: FORM_ENDPOINT_URL
      ? { host: new URL(FORM_ENDPOINT_URL).host, signed: FORM_ENDPOINT_SECRET !== undefined }
      : null,
    backup: { last: lastBackup?.at ?? null, failed: lastFailure?.at ?? null },
    drill: { last: lastDrill?.at ?? null, failed: lastDrillFailure?.at ?? null },
    administrators: administrators?.length ?? null,
  }
}
