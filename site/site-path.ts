/**
 * Returns a URL's path, query, and hash for a `Location` header. Reduces leading slashes to one: a browser reads
 * `//host` as another site.
 */
export function sitePath({ pathname, search, hash }: URL): string {
  return pathname.replace(/^\/+/, '/') + search + hash
}
