import type { Server } from 'node:http'
import type { Shutdown } from 'halvi-kit/processes/shutdown'
import type { MailOptions } from 'halvi-leads/mail'
import type { Settings } from 'halvi-site/settings/settings'
import type { Logger } from 'pino'
import type { Connections } from '../connections/connections.ts'
import type { Metrics } from '../metrics.ts'
import type { CachingOptions } from '../page-cache/kept-pages.ts'
import type { Development } from '../start/development.ts'

/** Options that are not settings. */
export interface SiteOptions {
  /** Development tools. Absent in production. */
  development?: Development
  /** The program that builds the Studio. Absent if its build is up to date. */
  studioBuilder?: string | undefined
  /** Whether applications are answered by mail. Default: true. */
  answersByMail?: boolean
  /** Timeouts and intervals of mail other than the standard ones. */
  sending?: MailOptions['sending']
  caching?: CachingOptions
}

/** Objects that all parts of the process share. */
export interface SiteProcess {
  settings: Settings
  log: Logger
  options: SiteOptions
  server: Server
  connections: Connections
  metrics: Metrics
  shutdown: Shutdown
}
