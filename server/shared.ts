import type { Shutdown } from 'halvi-kit/processes/shutdown'
import type { Settings } from 'halvi-site/settings/settings'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import type { SiteOptions } from './options.ts'

/** Objects that all parts of the site share. */
export interface SiteShared {
  settings: Settings
  log: Logger
  options: SiteOptions
  metrics: Metrics
  shutdown: Shutdown
}
