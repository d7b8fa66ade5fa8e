import { checkBackups } from './backups.ts'
import { checkClock } from './clock.ts'
import { checkDatabases } from './databases.ts'
import { checkDisk } from './disk.ts'
import { checkEndpoint } from './endpoint.ts'
import type { Check } from './finding.ts'
import { checkPermissions } from './permissions.ts'
import { checkPort } from './port.ts'
import { checkSettings } from './settings.ts'
import { checkSiteAddress } from './site-address.ts'
import { checkVersions } from './versions.ts'

/** What is looked at, in the order in which it is told. docs/operations.md says more of each. */
export const checks: Readonly<Record<string, Check>> = {
  settings: checkSettings,
  versions: checkVersions,
  port: checkPort,
  permissions: checkPermissions,
  disk: checkDisk,
  database: checkDatabases,
  clock: checkClock,
  endpoint: checkEndpoint,
  certificate: checkSiteAddress,
  backups: checkBackups,
}
