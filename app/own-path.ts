/** Returns a URL's path, query and hash for a `Location` header, with one slash: two would leave the site. */
export function ownPath({ pathname, search, hash }: URL): string {
  return pathname.replace(/^\/+/, '/') + search + hash
}
