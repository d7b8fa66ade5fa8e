/** Spellings of an apostrophe, and of the Arabic letters that some transliterations write as an apostrophe. */
const apostrophes = /[‘’‛´`′ʹʻʼʽʾʿˈˊˋ՚׳ꞌ]/g

/** Dashes, and the joiner in Persian words, which others write as a space or omit. */
const dashes = /[\p{Pd}−\u200c]/gu

/** Marks, zero-width characters, the stretching of Arabic words, and the standalone hamza. */
const ignored = /[\p{M}\p{Cf}\u115f\u1160ـء]+/gu

/**
 * Letters that Unicode does not decompose (NFKD), each followed by the letters to replace it with. Covers Latin,
 * Greek, and Arabic, including letters of Persian, Urdu, and Kurdish that are variants of Arabic ones.
 */
const variants = [
  ...'ıi łl øo đd ðd þth æae œoe ßss ŧt ħh ŋn ĸk ƙk ƀb ɓb ɗd ɖd ƴy ɛe əe ǝe ɔo ɨi ʉu ɣg ɠg ɲn ƒf ȷj'.split(
    ' ',
  ),
  'ςσ',
  ...'ٱا ىي یي ېي ۍي ێي ےي ةه ۃه ہه ھه ەه کك ڪك ںن ۆو ڕر ڵل'.split(' '),
]
const plain = new Map(variants.map(([letter = '', ...others]) => [letter, others.join('')]))
const varied = new RegExp(`[${[...plain.keys()].join('')}]`, 'gu')

/** Digits of Arabic, Persian and Urdu, Hindi, and Bengali. */
const digits = /[٠-٩۰-۹०-९০-৯]/g

/**
 * Returns a text in the form in which names and words are compared and sorted: compatibility form (Unicode NFKC),
 * lower case, without accents, and with variants of letters replaced.
 */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches all of ASCII, the most common case
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  return text
    .replace(apostrophes, "'")
    .replace(dashes, '-')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ignored, '')
    .replace(varied, (letter) => plain.get(letter) ?? letter)
    .replace(digits, (digit) => String((digit.charCodeAt(0) - (digit < '०' ? 0 : 6)) & 0xf))
    .normalize('NFC')
}
