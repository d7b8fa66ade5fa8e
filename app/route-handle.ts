/** What a route says of its pages in `export const handle`. */
export interface RouteHandle {
  /** What they have beyond text: each brings its styles, those that run the script that starts them. */
  parts?: readonly PagePart[]
  /** The id of a form to which the first link of the page leads, past all that stands above it. */
  skipTo?: string
  /** How the server may keep them; absent: they are made for each visitor. */
  cache?: CachePolicy
}

/** A part of a page that needs styles or scripts of its own; `landing`: the gallery and the dialog. */
export type PagePart = 'form' | 'islands' | 'landing' | 'commissions'

/** How pages may be kept. */
export interface CachePolicy {
  /**
   * How long a page is valid if nothing is published: ten seconds with live metrics or a countdown, ten minutes otherwise.
   * Bounds changes by time and leads, and lost events.
   */
  seconds: number
  /** The query parameters that change the page. With one of them it is not kept, but for `keyedBy`. */
  query?: readonly string[]
  /**
   * Returns the parameters that the page is made of, by which it is cached within a bound; undefined for those that nobody
   * else would ask for, such as mistyped ones: their page is made for each visitor.
   */
  keyedBy?: (given: URLSearchParams) => URLSearchParams | undefined
}
