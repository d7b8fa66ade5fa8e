import { fold } from 'halvi-kit/fold'
import { phonesIn, phoneWords } from './phones.ts'

/** Maximum length of a word. Longer words are truncated, and found by their beginning. */
const maxWordLength = 40

/** Maximum number of name parts that are also indexed and searched as one word. */
const maxJoined = 3

/** Numbers of preceding words that a word of a search is joined with. */
const before = [1, 2]

/** Minimum length of a searched word in which `ae`, `oe`, and `ue` may stand for a vowel without the `e`. */
const minUmlautWord = 5

/** In searches with more words than this, words are not joined with preceding ones. */
const maxWordsToJoin = 8

/** Matches consecutive letters and digits, or one pictograph (Unicode TS 51), so that emoji can be searched. */
const word = String.raw`[\p{L}\p{N}]+`
const chains = (joints: string) =>
  new RegExp(`${word}(?:${joints}${word})*|\\p{Extended_Pictographic}`, 'gu')
const inText = chains("['`-]")
const inNames = chains("['`\\s-]+")
const joints = /['`\s-]+/
/** Separates words of a search. An apostrophe alone does not. */
const gaps = /(?<!['`])['`]*[\s-]['`\s-]*/

/**
 * Returns the folded words of a text. Parts of a word with hyphens or apostrophes are words, and so are consecutive
 * parts joined: `Abdul-Rahman` has abdul, rahman, abdulrahman. Phone numbers are words in each notation.
 *
 * @param isName whether parts separated by spaces are joined as well
 */
export function wordsOf(text: string, isName = false): Set<string> {
  const folded = fold(text)
  const words = new Set<string>(phoneWords(folded))
  for (const [chain] of folded.matchAll(isName ? inNames : inText)) {
    const parts = joints.test(chain) ? chain.split(joints) : [chain]
    for (let start = 0; start < parts.length; start++) {
      for (let end = start + 1; end <= Math.min(start + maxJoined, parts.length); end++) {
        words.add(cut(parts.slice(start, end).join('')))
      }
    }
    if (!isName && parts.length > maxJoined) words.add(cut(parts.join('')))
  }
  return words
}

/**
 * Returns the groups of words to find for a search: each word of the text with its alternatives. Alternatives are the
 * word joined with preceding words, the phone number that contains it, and German spellings, so that `Mueller` finds
 * Müller and `Müller` finds Mueller.
 */
export function searchedWords(text: string): string[][] {
  const folded = fold(text)
  const found = unitsOf(folded)
  const phones = phonesIn(folded)
  const spelled = unitsOf(fold(text.normalize('NFC').replace(/[äöü]/gi, (vowel) => `${vowel}e`)))
  const isJoined = found.flat().length <= maxWordsToJoin
  const searched = found.flatMap((units, chain) =>
    units.map((unit, at) => [
      unit,
      spelled[chain]?.[at] ?? unit,
      ...phones.flatMap(({ written, forms }) => (written.includes(unit) ? forms : [])),
      unit.length < minUmlautWord ? unit : unit.replace(/([aou])e/g, '$1'),
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

/** Truncates a word, but not in the middle of a surrogate pair. */
function cut(found: string): string {
  if (found.length <= maxWordLength) return found
  const isPair = (found.codePointAt(maxWordLength - 1) ?? 0) > 0xffff
  return found.slice(0, isPair ? maxWordLength - 1 : maxWordLength)
}
