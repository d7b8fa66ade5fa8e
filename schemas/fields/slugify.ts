import transliterate from '@sindresorhus/transliterate'

/** Maximum number of characters of a generated slug. */
const maxCharacters = 60

/**
 * Returns a title as one segment of an address: words in lower case, joined by hyphens, with Latin letters without
 * accents. Keeps the letters of other scripts. Leaves out the words that do not fit.
 */
export function slugify(title: string): string {
  const words = foldLatin(title).match(/[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+/gu) ?? []
  let slug = start(words[0] ?? '')
  for (const word of words.slice(1)) {
    const longer = `${slug}-${word}`
    if ([...longer].length > maxCharacters) break
    slug = longer
  }
  return slug
}

/**
 * Returns a title as a slug with only Latin letters and digits. Returns an empty slug for a title in a script such as
 * Arabic or Chinese, of which nobody would recognize the Latin form. The editor types one.
 */
export function latinSlug(title: string): string {
  const slug = slugify(title.replace(/[\p{Script=Cyrillic}\p{Script=Greek}]+/gu, transliterate))
  return /^[a-z0-9-]*$/.test(slug) ? slug : ''
}

/** Returns a text in lower case, with the base letters of Latin letters. */
function foldLatin(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/['’ʼ]/g, '')
    .replace(/\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu, (letters) => transliterate(letters))
    .toLowerCase()
}

/** Returns the first characters of a long word, each with its combining marks. */
function start(word: string): string {
  if ([...word].length <= maxCharacters) return word
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if ([...kept, ...segment].length > maxCharacters) break
    kept += segment
  }
  return kept || [...word].slice(0, maxCharacters).join('')
}
