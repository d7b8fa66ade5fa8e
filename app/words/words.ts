import { formWords } from 'halvi-leads/forms/words'
import { applicantWords } from './applicants.ts'
import { pageWords } from './pages.ts'

/**
 * All words of the site's code that visitors see, in groups. A new word is one line in `packages/leads/forms/words.ts`,
 * `pages.ts`, or `applicants.ts`: the Studio shows it in the document `words`, and components get it from `useWords`.
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
  support: 'Help, FAQ, and contact',
  programs: 'Affiliate programs',
  commissions: 'Commissions',
  metrics: 'Live metrics',
  applicants: 'Applicants’ own pages',
  sent: 'What applicants sent',
  mail: 'Emails',
}

/** All words with the titles of their groups, for the Studio's form. */
export const siteWords = { groups, defaults: defaultWords }

/** Returns the words to show: those that staff have written, and the specified texts for all others. */
export function wordsOf(content: object | null | undefined): Words {
  if (!content) return defaultWords
  const written = content as Readonly<Record<string, Record<string, unknown> | null>>
  const entries = Object.entries(defaultWords).map(([group, words]) => [
    group,
    Object.fromEntries(
      Object.entries(words).map(([key, text]) => [key, writtenOr(text, written[group]?.[key])]),
    ),
  ])
  return Object.fromEntries(entries) as Words
}

const writtenOr = (text: string, value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' ? value : text

/**
 * Returns the words for a text of packages/leads/forms, such as an option's label or a message. They are in the group of the
 * form, or in a group that forms share. Returns the text itself if it is in none of them.
 */
export function wordsFor(words: Words, text: string, ...groups: readonly string[]): string {
  for (const group of groups) {
    if (!Object.hasOwn(defaultWords, group)) continue
    const defaults = Object.entries(defaultWords[group as Group])
    const [key] = defaults.find(([, value]) => value === text) ?? []
    if (key) return words[group as Group][key as never]
  }
  return text
}
