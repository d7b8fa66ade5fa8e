import type { Leads } from 'halvi-leads'
import type { PageContext } from 'halvi-site/content/load-page'
import type { Language } from 'halvi-site/language/language'
import type { Preview } from 'halvi-site/preview/preview'
import type { PreviewSession } from 'halvi-site/preview/preview-session'
import type { Logger } from 'pino'

/** The server's services that every loader and action receives. Pages reach nothing else outside `app/` and `site/`. */
export interface SiteContext extends PageContext {
  /** The language of the page with a submitted form. Differs from `language` if it was turned off since. */
  formLanguage?: Language | undefined
  /** The languages of the site that are turned on, English first. */
  languages: readonly Language[]
  /** Opens and closes previews of drafts. Absent without a token to read drafts. */
  preview?: Preview | undefined
  /** Resolves to the staff member who sent this request, if they may share previews. */
  previewOwner?: () => Promise<{ id: string; name: string } | undefined>
  /** The browser's preview session. Absent for visitors. */
  previewSession?: PreviewSession | undefined
  /** Stores submitted forms. */
  leads: Leads
  /** The body of a submitted form, which the request itself does not have. */
  body?: Buffer | undefined
  /** This request's logger; every line carries the request id. */
  log: Logger
  /** Shown on error pages, so that operators can find the log line for a visitor's report. */
  requestId: string
  /** The visitor's network: an IPv4 address or an IPv6 /64. TRUST_PROXY decides whether forwarded addresses count. */
  clientNetwork: string
  /** Whether a submitted form may come from another site. Such a form is rejected with 403. */
  isUnvouched?: boolean
  /** Returns the address of a path in the language of the request. */
  addressOf?: (path: string) => string
  /** The outcome of the route's action, if it has run before Remix. */
  outcome?: Promise<unknown> | undefined
  /** Runs the rendering of a submission's page when it is the network's turn. */
  inTurn?: <Result>(render: () => Promise<Result>) => Promise<Result>
  /** Origin of canonical links, without a trailing slash. */
  siteUrl: string
  /** Aborted when the process shuts down. Closes streams of changes, which only pages in preview have. */
  shutdownSignal?: AbortSignal | undefined
}

/** Declares the type of the context that Remix passes to loaders and actions. */
declare module '@remix-run/node' {
  interface AppLoadContext extends SiteContext {}
}
