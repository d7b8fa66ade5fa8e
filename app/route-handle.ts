/** What a route says of its pages in `export const handle`. */
export interface RouteHandle {
  /** What they have beyond text: each brings its styles, those that run the script that starts them. */
  parts?: readonly PagePart[]
  /** The id of a form to which the first link of the page leads, past all that stands above it. */
  skipTo?: string
  /** How the server may keep them; absent: they are made for each visitor. */
  cache?: CachePolicy
}

/**
 * What runs in the browser, and what stands on few pages; `landing`: the gallery and the dialog of the
 * landing page.
 */
export type PagePart = 'form' | 'islands' | 'landing' | 'commissions'

/** How pages may be kept. */
export interface CachePolicy {
  /**
   * For how long a page is good though nothing was published. Publishing drops it at once: this
   * bounds what depends on the time or on the leads, and any event that got lost. Ten seconds where
   * live figures or a countdown are on it, ten minutes elsewhere.
   */
  seconds: number
  /** The query parameters that change the page. With one of them it is not kept, but for `keyedBy`. */
  query?: readonly string[]
  /**
   * What those parameters come down to: all that mean the same lead to one page, which is made of what
   * this returns and kept under it, within a bound that such pages share. Undefined where they make no
   * page that others would ask for, such as what was mistyped: that is made for each visitor.
   */
  keyedBy?: (given: URLSearchParams) => URLSearchParams | undefined
}
