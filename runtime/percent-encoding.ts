/**
 * Whether percent-encoded text is UTF-8 (RFC 3986, section 2.5). A `try` of its own: what is thrown by a
 * call whose result nobody needs, a bundler leaves out.
 */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
