/** The kinds of address that a link field may hold. */
export type AddressKind = 'https' | 'mailto' | 'tel' | 'path'

const patterns: Record<AddressKind, RegExp> = {
  https: /^https:\/\/[^\s/?#@\\]+\.[^\s/?#@\\]+([/?#]\S*)?$/i,
  mailto: /^mailto:[^\s@]+@[^\s@]+\.[^\s@]+$/i,
  tel: /^tel:\+?[0-9][0-9().-]{4,}$/i,
  // A second slash or a backslash would leave this site: browsers read both as a host.
  path: /^\/(?![/\\])[^\s\\]*$/,
}

const descriptions: Record<AddressKind, string> = {
  https: 'a web address that starts with https://',
  mailto: 'an e-mail link such as mailto:name@example.com',
  tel: 'a phone link such as tel:+15550100',
  path: 'a page of this site that starts with /, such as /waitlist',
}

/**
 * Says in an editor's words what is wrong with a link. An empty value passes: whether a link must
 * be there is another rule's question.
 *
 * @param kinds - the kinds of address that the field accepts
 * @returns true when the value is one of `kinds`, otherwise the message to show
 */
export function checkAddress(value: string | undefined, kinds: readonly AddressKind[]) {
  if (!value) return true
  if (value !== value.trim()) return 'Remove the space before or after the link.'
  if (kinds.some((kind) => patterns[kind].test(value)) && !leavesSite(value)) return true
  return `This must be ${kinds.map((kind) => descriptions[kind]).join(', or ')}.`
}

/** Returns whether a path names another host once its dots are resolved, as `/.//host` does. */
function leavesSite(value: string): boolean {
  if (!value.startsWith('/')) return false
  const origin = 'https://here.invalid'
  return !URL.canParse(value, origin) || new URL(value, origin).pathname.startsWith('//')
}
