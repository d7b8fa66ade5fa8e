/** Files and endpoints of the server, which exist once for all languages. */
const serverPaths =
  /^\/(robots\.txt|share\.png|sitemap\.xml|healthz|readyz|metrics)$|^\/(studio|staff|assets|images|files|preview|share|v\d[^/]*)(\/|$)/

/** Returns whether a path belongs to a file or an endpoint of the server. Such a path has no language. */
export const isServerPath = (path: string): boolean => serverPaths.test(path)
