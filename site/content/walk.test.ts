import { describe, expect, it } from 'vitest'
import { english } from '../language/language.ts'
import { inEnglish } from '../words/marks.ts'
import type { Facts } from './fact-lookup.ts'
import { REDIRECTS_QUERY } from './queries/addresses.ts'
import { CONFIRMATION_QUERY } from './queries/applications.ts'
import { walk } from './walk.ts'

const fitted = (query: string, result: unknown) => walk(query, result).value

const wrong = [4.2, true, { _type: 'unknown', value: { deep: true } }, {}, ['a', null, { b: 1 }]]

describe('walk', () => {
  it.each([...wrong, []].map((value) => [value]))('replaces %j in place of a text', (value) => {
    const given = { title: value, onboarding: { title: value }, follow: 'Follow' }
    expect(fitted(CONFIRMATION_QUERY, given)).toMatchObject({
      ...{ title: null, onboarding: { title: null }, follow: 'Follow' },
    })
  })

  it.each(['text', 4.2, true, []].map((value) => [value]))(
    'replaces %j in place of an object',
    (value) => {
      expect(fitted(CONFIRMATION_QUERY, { onboarding: value })).toMatchObject({
        onboarding: null,
      })
      expect(fitted(CONFIRMATION_QUERY, value)).toBeNull()
    },
  )

  it('removes wrong values from arrays, keeps objects of unknown types, and replaces other values with arrays', () => {
    const block = { _type: 'block', _key: 'a', children: [{ _type: 'span', _key: 'b', text: 'A' }] }
    const unknown = { _type: 'unknown', _key: 'c' }
    const intro = [block, unknown, 'text', 7, null, [block]]
    const children = [...block.children, unknown, { _type: 'span', _key: 'd', text: {} }]
    expect(fitted(CONFIRMATION_QUERY, { intro })).toEqual({ intro: [block, unknown] })
    expect(fitted(CONFIRMATION_QUERY, { intro: [{ ...block, children }] })).toEqual({
      intro: [
        {
          ...block,
          children: [...block.children, unknown, { _type: 'span', _key: 'd', text: null }],
        },
      ],
    })
    for (const other of ['text', 7, block]) {
      expect(fitted(CONFIRMATION_QUERY, { intro: other })).toEqual({ intro: [] })
    }
    expect(fitted(REDIRECTS_QUERY, [{ from: '/a', to: { url: 7 }, temporary: 'no' }, 'x'])).toEqual(
      [{ from: '/a', to: { url: null }, temporary: null }],
    )
  })

  it('removes only null items from the result of an unknown query', () => {
    expect(fitted('*[0]', wrong)).toEqual([...wrong.slice(0, -1), ['a', { b: 1 }]])
  })
})

const deadline = '2025-09-15'
const deadlineStart = Date.parse('2025-09-15T05:00:00Z')
const offer = {
  _type: 'launchOffer',
  deadline,
  sentences: { before: 'Before {date}.', passed: 'Passed.' },
}
const challenge = { _type: 'challenge', startsAt: '2025-05-30T12:00:00Z', days: 4 }
const facts = (changes: object = {}) =>
  ({
    ...{ timeZone: 'America/Chicago', offer, launch: null, reviewTime: '2 days' },
    programs: [{ _id: 'c', rate: 20, challenge: { ...challenge, winnerTitle: 'Winner' } }],
    branches: [{ _id: 'b', low: 5, high: 10 }],
    challenge,
    ...changes,
  }) as unknown as Facts

const child = (fields: object) => ({ _key: 'a', ...fields })
const datedSentence = (about: unknown) => child({ _type: 'datedSentence', about })
const page = (...children: object[]) => ({ text: [{ _type: 'block', children }] })
const words = (result: ReturnType<typeof page>) => result.text[0]?.children[0]

/** Fills in a result without a known shape. */
const filled = <Content>(content: Content, now: number, changes: object = {}) =>
  walk('', content, now, english, facts(changes))

describe('walk with facts', () => {
  const spanish = { ...english, code: 'es', locale: 'es-US-u-nu-latn' }
  const program = { _ref: 'c' }

  it.each([
    [{ _type: 'commissionRange', branch: { _ref: 'b' } }, '5-10%'],
    [{ _type: 'commissionRange', branch: { _ref: 'gone' } }, 'a share to be announced'],
    [{ _type: 'commissionRange', branch: 7 }, 'a share to be announced'],
    [{ _type: 'programFact', program, fact: 'rate' }, '20%'],
    [{ _type: 'programFact', program, fact: 'days', unit: 'dayCount' }, '4 days'],
    [{ _type: 'programFact', program, fact: 'startsAt' }, '12pm May 30, 2025'],
    [{ _type: 'programFact', program, fact: 'winnerTitle' }, 'Winner'],
    [{ _type: 'programFact', fact: 'constructor' }, 'to be announced'],
    [{ _type: 'siteFact', fact: 'offerDeadline' }, 'Sep 15, 2025'],
    [{ _type: 'siteFact', fact: 'reviewTime' }, '2 days'],
    [{ _type: 'siteFact', fact: 'launchPlace' }, 'places to be announced'],
    [{ _type: 'siteFact', fact: 'constructor' }, 'to be announced'],
  ])('fills in a fact as words: %#', (reference, text) => {
    const { value } = filled(page(child(reference)), 0)
    expect(words(value)).toMatchObject({ _type: 'span', _key: 'a', marks: [] })
    expect(words(value)).toHaveProperty('text', text)
  })

  it('keeps an address or phone number on one line', () => {
    const contact = { email: 'hello@halvi.com', phone: { display: '+1' } }
    const { value } = filled(page(child({ _type: 'siteFact', fact: 'email' })), 0, { contact })
    expect(words(value)).toMatchObject({ text: 'hello@halvi.com', marks: ['address'] })
  })

  it('fills in the locale and the words of the page, and marks English ones', () => {
    const inSpanish = (fact: string, words?: unknown) =>
      walk('', child({ _type: 'siteFact', fact }), 0, spanish, facts({ words })).value
    expect(inSpanish('offerDeadline')).toMatchObject({ text: '15 de septiembre de 2025' })
    const own = { facts: { launchPlace: 'un lugar' } }
    expect(inSpanish('launchPlace', own)).toMatchObject({ text: 'un lugar' })
    expect(inSpanish('launchPlace')).toMatchObject({
      text: inEnglish('places to be announced'),
    })
  })

  it.each([undefined, null, 5, 'text', [], { programs: [], branches: [] }])(
    'fills in default words for facts %j',
    (wrong) => {
      const walked = walk('', page(datedSentence('offer')), 0, english, wrong as never)
      expect(words(walked.value)).toMatchObject({ _type: 'span', text: '' })
    },
  )
})

describe('walk with sentences about dates', () => {
  const sentence = page(datedSentence('offer'))

  it('fills in the current sentence and returns when it changes', () => {
    const before = filled(sentence, deadlineStart - 1)
    const text = 'Before Sep 15, 2025.'
    expect(words(before.value)).toEqual({ _type: 'span', _key: 'a', marks: [], text })
    expect(before.changesAt).toBe(deadlineStart)
    const after = filled(sentence, deadlineStart)
    expect(words(after.value)).toMatchObject({ text: 'Passed.' })
    expect(after).not.toHaveProperty('changesAt')
  })

  it('fills in words for a missing date', () => {
    const { value } = filled(sentence, 0, { offer: { ...offer, deadline: null } })
    expect(words(value)).toMatchObject({ text: 'Before a date to be announced.' })
  })

  it('returns the earliest change, also of challenges without a sentence', () => {
    const content = { ...sentence, programs: [{ challenge }] }
    expect(filled(content, 0).changesAt).toBe(Date.parse(challenge.startsAt))
  })

  it.each([null, undefined, 5, 'text', [], {}, { _type: 'launch', sentences: 'none' }])(
    'fills in an empty text for %o',
    (of) => {
      expect(words(filled(sentence, 0, { offer: of }).value)).toMatchObject({
        _type: 'span',
        text: '',
      })
    },
  )

  it('puts key features about what has passed last', () => {
    const feature = (title: string, about?: string) => ({
      title,
      icon: null,
      text: [{ _type: 'block', children: about ? [datedSentence(about)] : [] }, null],
    })
    const steps = [feature('offer', 'offer'), feature('a'), feature('challenge', 'challenge')]
    const order = (content: readonly object[], now: number, changes = {}) =>
      filled(content as { title: string }[], now, changes).value.map(({ title }) => title)
    expect(order(steps, Date.parse('2025-05-01'))).toEqual(['offer', 'a', 'challenge'])
    expect(order([...steps].reverse(), Date.parse('2025-07-01'))).toEqual([
      'a',
      'offer',
      'challenge',
    ])
    expect(order([...steps, feature('b')], deadlineStart)).toEqual(['a', 'b', 'offer', 'challenge'])
    const ended = { ...offer, deadline: '2099-01-01', status: 'ended' }
    expect(order(steps, 0, { offer: ended })).toEqual(['a', 'challenge', 'offer'])
    // Sections and cards have no icon and keep their place.
    const section = { title: 'hero', text: sentence.text }
    expect(order([section, feature('a')], deadlineStart)).toEqual(['hero', 'a'])
  })

  it('leaves all other content unchanged', () => {
    const content = { a: [1, { _type: 'span', text: 'words' }], b: null, c: 'May 2025' }
    expect(filled(content, 0)).toEqual({ value: content })
  })
})
