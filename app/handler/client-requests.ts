/** Matches paths that only Remix's client requests: the data of a page, and the route manifest. */
const clientPath = /\.data$|(^|\/)__manifest$/i

/** Matches every spelling of such a path. */
const mayBeClientPath = /\.data|__manifest/i

/** Returns whether only Remix's client requests a path. It runs in preview only. */
export const isClientPath = (path: string): boolean =>
  mayBeClientPath.test(path) && clientPath.test(normalizedPath(path))

/** Returns whether a query belongs to an earlier version of Remix's client. Remix would log it as an error. */
export const isOldClientQuery = (query: object): boolean => '_data' in query

/**
 * Returns the path of the page at a path or at the path of its data, as Remix reads it: without dots and backslashes.
 * Characters stay encoded.
 */
export function pagePath(path: string): string {
  const normalized = normalizedPath(path)
  return normalized === '/_root.data' ? '/' : normalized.replace(/\.data$/, '')
}

/** Returns a path as `URL` reads it. */
function normalizedPath(path: string): string {
  const address = `http://here.invalid${path}`
  return URL.canParse(address) ? new URL(address).pathname : path
}
