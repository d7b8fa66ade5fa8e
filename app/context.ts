import type { Leads } from 'halvi-leads'
import type { Logger } from 'pino'
import type { ContentReader } from './content/content.ts'
import type { Connection, LiveCounts } from './metrics/live-counts.ts'
import type { Preview } from './preview/preview.ts'
import type { PreviewSession } from './preview/preview-session.ts'

/** What the server hands to every loader and action: the only way from a page to the outside. */
export interface SiteContext {
  /** Reads published content; for a browser in preview, drafts. */
  content: ContentReader
  /** Lets people see drafts; absent without a token to read them. */
  preview?: Preview | undefined
  /** Resolves to the person who sent this request, if they may share previews. */
  previewOwner?: () => Promise<{ id: string; name: string } | undefined>
  /** By what right this browser is in preview; absent for visitors. */
  previewSession?: PreviewSession | undefined
  /** Takes submitted forms. */
  leads: Leads
  /** The applications among the leads, counted once for all who show them. */
  liveCounts: LiveCounts
  /** This request's logger; every line carries the request id. */
  log: Logger
  /** Shown on error pages, so that a visitor's report finds the log line. */
  requestId: string
  /** Whose network the visitor comes from, as far as TRUST_PROXY lets us believe it. */
  clientNetwork: string
  /** Whether what is submitted may come from another site. */
  isUnvouched?: boolean
  /** What the answer is sent on; absent for a page that is made for everybody. */
  connection?: Connection | undefined
  /** Origin of canonical links, without a slash at its end. */
  siteUrl: string
  /** Aborted when the process is told to stop: what would go on without end, ends then. */
  shutdownSignal: AbortSignal
}
