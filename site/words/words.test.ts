import { readdirSync, readFileSync } from 'node:fs'
import { type ActionData, optionKey } from 'halvi-leads/forms/action-data'
import { affiliateApplications } from 'halvi-leads/forms/affiliate'
import { businessTypeOptions } from 'halvi-leads/forms/business-types'
import { contact } from 'halvi-leads/forms/contact'
import type { LeadForm } from 'halvi-leads/forms/form'
import { onboarding, sellScopeOptions, serviceOptions } from 'halvi-leads/forms/onboarding'
import { interestOptions, waitlist } from 'halvi-leads/forms/waitlist'
import { describe, expect, it } from 'vitest'
import { responseInWords } from '../../app/components/form/response-in-words.ts'
import { format } from './format.ts'
import { inEnglish } from './marks.ts'
import { defaultWords, type Words, wordIn, wordsOf } from './words.ts'

const placeholdersOf = (text: string) =>
  [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => `{${name}}`)

/** Words that staff have replaced completely: each is the name of its group and key, with its placeholders. */
const replaced = wordsOf(
  Object.fromEntries(
    Object.entries(defaultWords).map(([group, words]) => [
      group,
      Object.fromEntries(
        Object.entries(words).map(([key, text]) => [
          key,
          [`${group}.${key}`, ...placeholdersOf(text)].join(' '),
        ]),
      ),
    ]),
  ),
)

const affiliate = affiliateApplications.get('regular') as LeadForm
const options = [...businessTypeOptions, ...sellScopeOptions, ...serviceOptions]
const forms = [
  { group: 'waitlist', form: waitlist, options: interestOptions },
  { group: 'onboarding', form: onboarding, options },
  { group: 'affiliate', form: affiliate, options: [] },
  { group: 'contact', form: contact, options: [] },
] as const

/** Returns the errors of a form with the same value in each field. */
function errorsOf(form: LeadForm, value: string) {
  const values = Object.entries(form.fields).map(([name, kind]) => [
    name,
    kind === 'many' ? [value] : value,
  ])
  const checked = form.check(Object.fromEntries(values))
  if ('payload' in checked) throw new Error('The values are valid')
  return checked
}

const inWords = (response: ActionData, group: string, words: Words) =>
  responseInWords(response, group, words, (message, values) => format(message, values, 'en-US'))

describe.each(forms)('the words of $group', ({ group, form, options }) => {
  it('include each option, with the label that is sent', () => {
    for (const { value, label } of options) {
      expect(wordIn(defaultWords, optionKey(value), group)).toBe(label)
    }
  })

  it.each([
    ['an empty form', ''],
    ['malformed values', 'x@'],
    ['long values', `${'x'.repeat(20_000)}@`],
  ])('include each message for %s', (_what, value) => {
    const errors = errorsOf(form, value)
    const shown = inWords({ ...errors, values: {} }, group, replaced)
    const messages = (shown.errors ?? []).flatMap(({ message, malformed = message }) => [
      message,
      malformed,
    ])
    const own = new RegExp(`^(${group}|forms)\\.\\w+`)
    for (const message of [shown.message, ...messages]) expect(message).toMatch(own)
    expect(shown.errors?.map(({ field }) => field)).toEqual(errors.errors.map((one) => one.field))
  })

  it('include each label, for messages and own pages', () => {
    for (const name of form.correction?.fields ?? []) {
      expect(defaultWords[group], name).toHaveProperty(name)
    }
    for (const key of Object.keys(form.labels)) {
      expect(wordIn(defaultWords, key, 'sent', group)).not.toBe(key)
    }
  })
})

it('a message for a long value has the label of its field', () => {
  const words = { ...replaced, waitlist: { ...replaced.waitlist, name: 'Ihr Name' } }
  const errors = errorsOf(waitlist, 'x'.repeat(3_000))
  const { message, errors: shown } = inWords(errors, 'waitlist', words)
  expect(shown?.[0]).toMatchObject({ field: 'name', message: 'forms.tooLong Ihr Name 200' })
  expect(message).toBe(shown?.[0]?.message)
  expect(inWords(errorsOf(contact, 'x'.repeat(20_000)), 'contact', defaultWords).errors).toEqual(
    expect.arrayContaining([
      {
        field: 'message',
        message: 'Please shorten “Message” to 10,000 characters',
        maxLength: 10_000,
      },
    ]),
  )
})

it('a message for too many submissions has the minutes', () => {
  const text = (minutes: number, words: Words) =>
    inWords({ message: 'tooMany', minutes }, 'contact', words).message
  expect(text(15, replaced)).toBe('forms.tooMany 15')
  expect(text(15, defaultWords)).toMatch(/ try again in 15 minutes\.$/)
  expect(text(1, defaultWords)).toMatch(/ try again in a minute\.$/)
})

it.each<[string, unknown]>([
  ['no document', null],
  ['an empty document', { _type: 'words' }],
  ['empty texts', { forms: { optional: '', choose: ' \n' }, waitlist: {} }],
  ['wrong types', { forms: 'x', waitlist: [1], contact: { name: { _type: 'x' } }, unknown: {} }],
])('the specified texts are shown with %s', (_what, content) => {
  expect(wordsOf(content as object | null)).toEqual(defaultWords)
})

describe('the words of another language', () => {
  const arabic = { code: 'ar' }
  const written = {
    site: { close: 'إغلاق', soon: 'قريبًا', screen: 'شاشة {number' },
    support: { results: '{count, plural, other {#}} لـ {query}' },
  }

  it('are in English with marks where staff have written none, or an invalid message', () => {
    const { site, support } = wordsOf(written, arabic)
    expect(site).toMatchObject({
      ...{ close: 'إغلاق', menu: inEnglish('Menu') },
      ...{ soon: inEnglish('{network}, soon'), screen: inEnglish('Screen {number}') },
    })
    expect(support.results).toBe(written.support.results)
    expect(wordsOf(null, arabic).site.menu).toBe(inEnglish('Menu'))
    expect(wordsOf(written, arabic, true).site.menu).toBe('Menu')
    expect(wordsOf(null, arabic, true)).toEqual(defaultWords)
  })
})

it('the word with a key is the one of the first group that has it, or the key itself', () => {
  expect(wordIn(replaced, 'name', 'forms', 'waitlist', 'contact')).toBe('waitlist.name')
  expect(wordIn(replaced, 'toString', 'waitlist', 'forms')).toBe('toString')
  expect(wordIn(replaced, 'name', 'constructor', '__proto__', 'suggestion')).toBe('name')
})

/** Returns the source code in a folder, without tests, generated types, and the lists of words. */
function codeIn(folder: string): string {
  const url = new URL(`../../${folder}/`, import.meta.url)
  return readdirSync(url, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /\.tsx?$/.test(file) && !/words\/|words\.ts$|\.test\.|sanity\.types/.test(file),
    )
    .map((file) => readFileSync(new URL(file, url), 'utf8'))
    .join('\n')
}

it('each word is used: its key in app/, site/, leads/, or the schema', () => {
  const code = ['app', 'site', 'packages/leads/forms', 'packages/leads/submit', 'schemas/objects']
    .map(codeIn)
    .join('\n')
  // The topics of articles are in the content.
  const { topics: _, ...others } = defaultWords
  const unused = Object.entries(others).flatMap(([group, words]) =>
    Object.keys(words).flatMap((key) =>
      new RegExp(`\\b${key}\\b`).test(code) ? [] : [`${group}.${key}`],
    ),
  )
  expect(unused).toEqual([])
})

it.each<[keyof Words, readonly string[]]>([
  [
    'waitlist',
    [
      'Open my store for online orders',
      'Be part of the affiliate program to earn passive income & support the halal lifestyle',
      'Join as a professional and offer my services',
      'Shop on Halvi and use halal lifestyle services',
      'Invest in Halvi for 3x return in 18 months',
      'Please enter your name and email address',
      'Please select at least one option or provide a custom response',
    ],
  ],
  [
    'onboarding',
    [
      'Sell physical products',
      'List food/restaurant items for delivery, Pickup and Dining',
      'Offer local services (home or in-store)',
      'Offer professional services (virtual or in-person)',
      'Join Halvi Directory for those who search locally',
      'Submitting Application...',
      'Please fill in all required fields',
      'Please agree to the terms to continue',
      "Please select at least one service you'd like to offer",
    ],
  ],
  ['affiliate', ['Application submitted successfully!', 'Please fill all required fields']],
  ['forms', ['Something went wrong. Please try again.', 'Submitting...']],
  ['site', ['Link copied to clipboard!', 'Copied!', 'Return to Home']],
])('the words of %s have the specified texts', (group, texts) => {
  expect(Object.values(defaultWords[group])).toEqual(expect.arrayContaining([...texts]))
})
