/**
 * The properties of a route's pages, which the route exports as `handle`.
 *
 * @template Loader the type of the route's loader
 */
export interface RouteHandle<Loader = unknown> {
  /**
   * The scripts that the page needs besides those of all pages. A function if they depend on the page. Its data is
   * undefined on an error page.
   */
  scripts?:
    | readonly NeededScript[]
    | ((data: LoaderData<Loader> | undefined, inPreview: boolean) => readonly NeededScript[])
  /** The id of a form. The page's skip link leads to this form instead of the start of the content. */
  skipTo?: string
  /**
   * Whether the pages are a person's own, and the last part of their path is a secret token. They are kept out of
   * caches, logs, search results, and referrers. The token authorizes submissions, from any origin.
   */
  isPersonal?: boolean
  /** How the server may cache the pages. Absent: each request is rendered. */
  cache?: CachePolicy
}

type LoaderData<Loader> = Loader extends (...parameters: never[]) => Promise<infer Data>
  ? Data
  : never

/** The script that sends forms, and the script that runs islands. */
export type NeededScript = 'form' | 'islands'

/** How pages may be cached. */
export interface CachePolicy {
  /**
   * Seconds until a cached page is stale if nothing is published: 10 with live metrics or a countdown, 600 otherwise.
   * Limits how late a page shows new leads, the passage of time, and changes whose live events were lost.
   */
  seconds: number
  /**
   * The query parameters that change the page. A request with one of them is not cached, unless `keyedBy` allows it.
   */
  query?: readonly string[]
  /**
   * Returns the parameters that the page depends on; they become part of the cache key. Returns undefined for values
   * that no other visitor would request, such as mistyped ones: such a page is rendered for each request. The number
   * of cached pages is limited.
   */
  keyedBy?: (given: URLSearchParams) => URLSearchParams | undefined
}

/**
 * Returns the part of a query that the page depends on, with its question mark, or ''. Cached pages are shared by
 * requests that differ in other parameters.
 */
export function pageQuery(
  search: string,
  handles: readonly (Pick<RouteHandle, 'cache'> | undefined)[],
): string {
  const given = new URLSearchParams(search)
  const kept = handles
    .flatMap((handle) => handle?.cache?.query ?? [])
    .flatMap((name) => Array.from(new Set(given.getAll(name)), (value) => [name, value]))
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}
