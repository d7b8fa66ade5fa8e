import { checkBackups } from './checks/backups.ts'
import { checkClock } from './checks/clock.ts'
import { checkDatabases } from './checks/databases.ts'
import { checkDeliveries } from './checks/deliveries.ts'
import { checkDisk } from './checks/disk.ts'
import { checkEndpoint } from './checks/endpoint.ts'
import type { Check } from './checks/finding.ts'
import { checkPermissions } from './checks/permissions.ts'
import { checkPort } from './checks/port.ts'
import { checkSettings } from './checks/settings.ts'
import { checkSiteAddress } from './checks/site-address.ts'
import { checkVersions } from './checks/versions.ts'

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
  deliveries: checkDeliveries,
  certificate: checkSiteAddress,
  backups: checkBackups,
}
