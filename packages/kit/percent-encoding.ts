/**
 * Returns whether percent-encoded text is UTF-8 (RFC 3986, section 2.5). This is a function because bundlers remove a
 * call whose result is unused, and with it the error that it throws.
 */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
