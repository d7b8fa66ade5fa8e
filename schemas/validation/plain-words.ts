/** What the waitlist form takes from a link as somebody's own words: it leaves out whatever holds another sign. */
export const plainWords = /^[\p{L}\p{M}\p{N} .,:;!?'’&()-]{1,200}$/u

/**
 * Says in an editor's words why the waitlist form would leave out what a link fills in there.
 *
 * @param places names in braces that something else is put in place of
 * @returns true where it takes the text, or there is none; otherwise the message to show
 */
export function checkPlainWords(text: string | undefined, places: readonly string[] = []) {
  const own = places.reduce((words, place) => words.replaceAll(`{${place}}`, ''), text ?? '')
  if (own === '' || plainWords.test(own)) return true
  return 'At most 200 letters, digits and signs such as . , ! ? & ( ) -'
}
