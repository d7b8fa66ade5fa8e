/** So many characters of a word count; what is longer is found by its beginning. */
const longestWord = 40

/** Letters and digits in a row, or one pictograph (Unicode TS 51): an emoji is looked for as well. */
const word = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu

/**
 * The words of a text as they are compared: in compatible form (Unicode NFKC), in lower case and
 * without accents, parted by whatever is no word. Words in a search are made by the same function.
 */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>()
  for (const [found] of fold(text).matchAll(word)) {
    words.add(found.length > longestWord ? cut(found) : found)
  }
  return words
}

/** As names and words are compared and sorted. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, which is most of it
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
  return plain.normalize('NFC')
}

/** Never in the middle of a surrogate pair. */
function cut(word: string): string {
  const isPair = (word.codePointAt(longestWord - 1) ?? 0) > 0xffff
  return word.slice(0, isPair ? longestWord - 1 : longestWord)
}
