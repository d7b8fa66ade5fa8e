import { fold } from './fold.ts'
import { phonesIn, phoneWords } from './phones.ts'

/** So many characters of a word count; what is longer is found by its beginning. */
const longestWord = 40

/** The maximum number of name parts that are also indexed and searched as one word. */
const mostJoined = 3

/** How many words before it a word of a search is joined with. */
const before = [1, 2]

/** A shorter word of a search may have any vowel before its e. */
const shortestGerman = 5

/** Of a search with more words, none is also looked for as one with those before it. */
const mostSearchedJoined = 8

/** Letters and digits in a row, or one pictograph (Unicode TS 51): an emoji is looked for as well. */
const word = String.raw`[\p{L}\p{N}]+`
const chains = (joints: string) =>
  new RegExp(`${word}(?:${joints}${word})*|\\p{Extended_Pictographic}`, 'gu')
const inText = chains("['`-]")
const inNames = chains("['`\\s-]+")
const joints = /['`\s-]+/
/** Between words of a search: an apostrophe alone does not part them. */
const gaps = /['`]*[\s-]['`\s-]*/

/**
 * Returns the words of a text, folded, parted by whatever is no word. Parts of a word with hyphens or
 * apostrophes are words, and so is what they make together; `Abdul-Rahman`: abdul, rahman, abdulrahman.
 *
 * Phone numbers are words in each form that they may be written in.
 *
 * @param isName whether parts with spaces between are joined as well
 */
export function wordsOf(text: string, isName = false): Set<string> {
  const folded = fold(text)
  const words = new Set<string>(phoneWords(folded))
  for (const [chain] of folded.matchAll(isName ? inNames : inText)) {
    const parts = joints.test(chain) ? chain.split(joints) : [chain]
    for (let start = 0; start < parts.length; start++) {
      for (let end = start + 1; end <= Math.min(start + mostJoined, parts.length); end++) {
        words.add(cut(parts.slice(start, end).join('')))
      }
    }
    if (!isName && parts.length > mostJoined) words.add(cut(parts.join('')))
  }
  return words
}

/**
 * Returns what has to be found of a search: for each of its words, the word or one of the others in its place.
 * Those are the word joined with those before it, the phone number that it is a part of, and the German
 * spellings, so that `Mueller` finds Müller and `Müller` finds Mueller.
 */
export function searchedWords(text: string): string[][] {
  const folded = fold(text)
  const found = unitsOf(folded)
  const phones = phonesIn(folded)
  const spelled = unitsOf(fold(text.normalize('NFC').replace(/[äöü]/gi, (vowel) => `${vowel}e`)))
  const isJoined = found.flat().length <= mostSearchedJoined
  const searched = found.flatMap((units, chain) =>
    units.map((unit, at) => [
      unit,
      spelled[chain]?.[at] ?? unit,
      ...phones.flatMap(({ written, forms }) => (written.includes(unit) ? forms : [])),
      unit.length < shortestGerman ? unit : unit.replace(/([aou])e/g, '$1'),
      ...(isJoined
        ? before.slice(0, at).map((more) => units.slice(at - more, at + 1).join(''))
        : []),
    ]),
  )
  const groups = searched.map((words) => [...new Set(words.map(cut))])
  return [...new Map(groups.map((group) => [group.join(' '), group])).values()]
}

const unitsOf = (folded: string) =>
  [...folded.matchAll(inNames)].map(([chain]) =>
    chain.split(gaps).map((unit) => unit.replace(/['`]/g, '')),
  )

/** Never in the middle of a surrogate pair. */
function cut(found: string): string {
  if (found.length <= longestWord) return found
  const isPair = (found.codePointAt(longestWord - 1) ?? 0) > 0xffff
  return found.slice(0, isPair ? longestWord - 1 : longestWord)
}
