import type { Logger } from 'pino'
import type { ContentReader } from './content/content.ts'
import type { Leads } from './leads/leads.ts'

/** What the server hands to every loader and action: the only way from a page to the outside. */
export interface SiteContext {
  /** Reads published content. */
  content: ContentReader
  /** Takes submitted forms. */
  leads: Leads
  /** This request's logger; every line carries the request id. */
  log: Logger
  /** Shown on error pages, so that a visitor's report finds the log line. */
  requestId: string
  /** The visitor's address as far as TRUST_PROXY lets us believe it. */
  clientAddress: string
  /** Origin of canonical links, without a slash at its end. */
  siteUrl: string
  /** Aborted when the process is told to stop: what would go on without end, ends then. */
  stopping: AbortSignal
}

declare module '@remix-run/node' {
  interface AppLoadContext extends SiteContext {}
}
