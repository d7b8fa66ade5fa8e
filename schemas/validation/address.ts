/** The kinds of URL that a link field can accept. */
export type AddressKind = 'https' | 'mailto' | 'tel' | 'path'

const patterns: Record<AddressKind, RegExp> = {
  https: /^https:\/\/[^\s/?#@\\.]+(\.[^\s/?#@\\.]+)+\.?([/?#]\S*)?$/i,
  mailto: /^mailto:[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/i,
  tel: /^tel:\+?[0-9][0-9().-]{4,}$/i,
  // A second slash or a backslash would leave this site: browsers read both as a host.
  path: /^\/(?![/\\])[^\s\\]*$/,
}

/** Maximum length of a link, in characters. The site has no longer paths. */
const maxLength = 2_000

const descriptions: Record<AddressKind, string> = {
  https: 'a URL that starts with https://',
  mailto: 'an email link, such as mailto:name@example.com',
  tel: 'a phone link, such as tel:+15550100',
  path: 'a page on this site that starts with /, such as /waitlist',
}

/**
 * Validates a link. An empty value passes: a separate rule checks whether the field is required.
 *
 * @param kinds - the kinds of address that the field accepts
 * @returns true if the value is a URL of one of `kinds`, otherwise the error for the editor
 */
export function checkAddress(value: string | undefined, kinds: readonly AddressKind[]) {
  if (!value) return true
  if (value.length > maxLength) return `Use at most ${maxLength} characters.`
  if (value !== value.trim()) return 'Remove the spaces before or after the link.'
  if (kinds.some((kind) => patterns[kind].test(value)) && !leavesSite(value)) return true
  return `Enter ${kinds.map((kind) => descriptions[kind]).join(', or ')}.`
}

/** Returns whether a path resolves to another host. For example, `/.//host` resolves to `//host`. */
function leavesSite(value: string): boolean {
  if (!value.startsWith('/')) return false
  const origin = 'https://here.invalid'
  return !URL.canParse(value, origin) || new URL(value, origin).pathname.startsWith('//')
}
