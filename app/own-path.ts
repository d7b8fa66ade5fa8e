/**
 * Returns the path, query and hash of a URL on this site, for a `Location` header. It starts with one slash:
 * with two, as in the path of `/.//host`, a browser would leave the site.
 */
export function ownPath({ pathname, search, hash }: URL): string {
  return pathname.replace(/^\/+/, '/') + search + hash
}
