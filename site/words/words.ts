import { formWords } from 'halvi-leads/forms/words'
import { english, type Language } from '../language/language.ts'
import { applicantWords } from './applicants.ts'
import { messageError } from './check-message.ts'
import { inEnglish } from './marks.ts'
import { pageWords } from './pages.ts'

/**
 * All words of the site's code that visitors see, in groups. A new word is one line in `packages/leads/forms/words.ts`,
 * `pages.ts`, or `applicants.ts`: the Studio shows it in the document `words`, and components get it from `useWords`.
 * A word is an ICU message: `format` fills it in.
 */
export const defaultWords = { ...formWords, ...pageWords, ...applicantWords }

type Group = keyof typeof defaultWords

/** The words to show, by group and key. */
export type Words = { [G in Group]: { [Key in keyof (typeof defaultWords)[G]]: string } }

/** The titles of the groups in the Studio. */
const groups: Readonly<Record<Group, string>> = {
  forms: 'All forms',
  waitlist: 'Waitlist',
  onboarding: 'Business application',
  affiliate: 'Affiliate application',
  contact: 'Contact form',
  site: 'All pages',
  facts: 'Facts in texts',
  support: 'Help, FAQ, and contact',
  topics: 'Topics of help articles',
  programs: 'Affiliate programs',
  commissions: 'Commissions',
  metrics: 'Live metrics',
  applicants: 'Applicants’ own pages',
  sent: 'What applicants sent',
  mail: 'Emails',
}

/** All words with the titles of their groups, and the check of a word, for the Studio's form. */
export const siteWords = { groups, defaults: defaultWords, check: messageError }

type Written = Readonly<Record<string, Readonly<Record<string, unknown>> | null | undefined>>

/**
 * Returns the words of a language: those that staff have written, and English for all others. In other languages, the
 * English words have marks (marks.ts), unless `withoutMarks` is set.
 */
export function wordsOf(
  content: object | null | undefined,
  { code }: Pick<Language, 'code'> = english,
  withoutMarks = false,
): Words {
  const fallback = code === english.code || withoutMarks ? (text: string) => text : inEnglish
  if (!content && fallback !== inEnglish) return defaultWords
  const known = ofContent.get(content ?? noContent) ?? new Map<string, Words>()
  ofContent.set(content ?? noContent, known)
  const name = `${code} ${withoutMarks}`
  const words =
    known.get(name) ??
    mapWords((group, key, text) => writtenWord(content, group, key, text) ?? fallback(text))
  known.set(name, words)
  return words
}

const noContent = {}

/** The words by content, language, and marks: a page needs them several times, and each word is parsed. */
const ofContent = new WeakMap<object, Map<string, Words>>()

function mapWords(map: (group: string, key: string, text: string) => string): Words {
  const entries = Object.entries(defaultWords).map(([group, words]) => [
    group,
    Object.fromEntries(Object.entries(words).map(([key, text]) => [key, map(group, key, text)])),
  ])
  return Object.fromEntries(entries) as Words
}

/** Returns a word that staff have written, or undefined if it is empty or not a valid message. */
function writtenWord(content: object | null | undefined, group: string, key: string, text: string) {
  const value = (content as Written | null | undefined)?.[group]?.[key]
  const isWord = typeof value === 'string' && value.trim() !== ''
  return isWord && !messageError(value, text) ? value : undefined
}

/** Returns the word with a key from the first of these groups that has it, or the key itself if none has it. */
export function wordIn(words: Words, key: string, ...groups: readonly string[]): string {
  const found = groups.find((group) => {
    return Object.hasOwn(words, group) && Object.hasOwn(words[group as Group], key)
  })
  return found ? words[found as Group][key as never] : key
}
