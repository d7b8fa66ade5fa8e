import type { StartOffice } from 'halvi-site/office-protocol'
import type { Settings } from 'halvi-site/settings/settings'
import type { Logger } from 'pino'
import type { CachingOptions } from './page-cache/kept-pages.ts'
import type { Development } from './start/development.ts'

/** Options that are not settings. */
export interface SiteOptions {
  /** Starts the office. By default as a child process. */
  startOffice?(settings: Settings, log: Logger): StartOffice
  /** Development tools. Absent in production. */
  development?: Development
  /** The program that builds the Studio. Absent if its build is up to date. */
  studioBuilder?: string | undefined
  /** Whether applications are answered by mail. Default: true. */
  answersByMail?: boolean
  caching?: CachingOptions
}
