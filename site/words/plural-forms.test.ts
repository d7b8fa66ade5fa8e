import { describe, expect, it } from 'vitest'
import { readSeedDocuments } from '../../seed/documents.ts'
import { english, languageFrom } from '../language/language.ts'
import { format } from './format.ts'
import { inEnglish } from './marks.ts'
import { pluralForms } from './plural-forms.ts'
import { wordsOf } from './words.ts'

const documents = readSeedDocuments()
const counts = [0, 1, 2, 3, 11, 100]

const languages = [english, languageFrom({ code: 'es' }), languageFrom({ code: 'ar' })].flatMap(
  (language) => language ?? [],
)

/** Returns every message with a plural of the words and the settings of a language. */
function pluralMessages({ code }: { code: string }): [string, string][] {
  const isOwn = ({ _type, language }: Record<string, unknown>) =>
    _type === 'siteSettings' && (language ?? 'en') === code
  const words = wordsOf(documents.find(({ _id }) => _id === `words-${code}`))
  const found: [string, string][] = []
  const visit = (value: unknown, path: string) => {
    if (typeof value === 'string' && value.includes(', plural,')) found.push([path, value])
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) visit(inner, `${path}.${key}`)
  }
  visit(words, 'words')
  visit(documents.find(isOwn), 'settings')
  return found
}

describe.each(languages)('plural messages in the language $code', (language) => {
  const { locale } = language
  const messages = pluralMessages(language)

  it('include the units of facts, the countdown, and the results of a search', () => {
    expect(messages.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        'words.facts.dayCount',
        'words.programs.hours',
        'words.support.results',
      ]),
    )
  })

  it.each(messages)('%s has a form for each number', (_path, message) => {
    const name = /\{(\w+), plural,/.exec(message)?.[1] ?? ''
    const rules = new Intl.PluralRules(locale)
    for (const count of counts) {
      const category = rules.select(count)
      // Numbers in the category zero may have the form for all others.
      if (category !== 'zero') expect(message).toMatch(new RegExp(`\\b${category} ?\\{`))
      const text = format(message, { [name]: count, query: 'x' }, locale)
      expect(text).not.toMatch(/[{}#]/)
      // A form without its number is for exactly one or two, or a label beside the number.
      if (message.includes('#') && count > 2) expect(text).toContain(String(count))
    }
  })
})

it('a word for the browser has the form of each category', () => {
  const message = '{count, plural, one {day} two {2 days} few {days} many {days+} other {of days}}'
  expect(pluralForms(message, 'ar-US-u-nu-latn')).toEqual([
    'ar-US-u-nu-latn',
    { zero: 'of days', one: 'day', two: '2 days', few: 'days', many: 'days+', other: 'of days' },
  ])
})

it('an English word on an Arabic page has the forms of English', () => {
  const message = inEnglish('{count, plural, one {Day} other {Days}}')
  expect(pluralForms(message, 'ar-US-u-nu-latn')).toEqual([
    'en-US',
    { one: inEnglish('Day'), other: inEnglish('Days') },
  ])
})
