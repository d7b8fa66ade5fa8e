/** What a route says of its pages in `export const handle`. */
export interface RouteHandle {
  /** Whether they have a form or islands, which come with styles and a script of their own. */
  interactive?: boolean
  /** How the server may keep them; absent: they are made for each visitor. */
  cache?: CachePolicy
}

/** How pages may be kept. */
export interface CachePolicy {
  /**
   * For how long a page is good though nothing was published. Publishing drops it at once: this
   * bounds what depends on the time or on the leads, and any event that got lost. Ten seconds where
   * live figures or a countdown are on it, ten minutes elsewhere.
   */
  seconds: number
  /** The query parameters that change the page. With one of them it is not kept. */
  query?: readonly string[]
}
