/** The text that the waitlist form accepts from a link as a custom interest. It ignores text with other characters. */
export const plainWords = /^[\p{L}\p{M}\p{N} .,:;!?'’&()-]{1,200}$/u

/**
 * Checks a custom interest that a link fills in on the waitlist form.
 *
 * @param placeholders the names in braces that are replaced with other text
 * @returns true if the form accepts the text or it is empty, otherwise the error for the editor
 */
export function checkPlainWords(text: string | undefined, placeholders: readonly string[] = []) {
  const own = placeholders.reduce((rest, name) => rest.replaceAll(`{${name}}`, ''), text ?? '')
  if (own === '' || plainWords.test(own)) return true
  return 'Use 200 characters or fewer: letters, digits, spaces, and . , : ; ! ? & ( ) - only.'
}
