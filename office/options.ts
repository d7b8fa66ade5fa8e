import type { Shutdown } from 'halvi-kit/processes/shutdown'
import type { MailOptions } from 'halvi-leads/mail'
import type { OfficeConfig } from 'halvi-site/office-protocol'
import type { Settings } from 'halvi-site/settings/settings'
import type { Logger } from 'pino'
import type { ServerBuild } from '../app/handler/handler.ts'
import type { createServer } from '../studio/vite.js'
import type { Metrics } from './metrics.ts'

/** Options that are not settings. */
export interface OfficeOptions {
  /** What serves pages and Studio from their sources. Absent in production. */
  development?: {
    build(): Promise<ServerBuild>
    /** Returns the Vite server of the Studio, which starts on first use. */
    studio(): ReturnType<typeof createServer>
  }
  /** The program that builds the Studio. Absent if its build is up to date. */
  studioBuilder?: string | undefined
  /** Whether applications are answered by mail. Default: true. */
  answersByMail?: boolean
  /** Timeouts and intervals of mail other than the standard ones. */
  sending?: MailOptions['sending']
}

/** Objects that all parts of the office share. */
export interface OfficeShared {
  settings: Settings
  log: Logger
  config: OfficeConfig
  options: OfficeOptions
  metrics: Metrics
  shutdown: Shutdown
}
