import { describe, expect, it } from 'vitest'
import { english } from '../language/language.ts'
import { inEnglish } from '../words/marks.ts'
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

/** Fills in the sentences of a result without a known shape. */
const dated = <Content>(content: Content, now: number) => walk('', content, now)

const deadline = '2025-09-15'
const deadlineStart = Date.parse('2025-09-15T05:00:00Z')
const datedSentence = (of: unknown) => ({
  _type: 'datedSentence',
  _key: 'a',
  about: 'offer',
  of,
  timeZone: 'America/Chicago',
})
const offer = {
  _type: 'launchOffer',
  deadline,
  sentences: { before: 'Before {date}.', passed: 'Passed.' },
}
const page = (of: unknown) => ({ text: [{ _type: 'block', children: [datedSentence(of)] }] })
const words = (result: ReturnType<typeof page>) => result.text[0]?.children[0]

describe('walk with sentences about dates', () => {
  it('fills in the current sentence and returns when it changes', () => {
    const before = dated(page(offer), deadlineStart - 1)
    const text = 'Before Sep 15, 2025.'
    expect(words(before.value)).toEqual({ _type: 'span', _key: 'a', marks: [], text })
    expect(before.changesAt).toBe(deadlineStart)
    const after = dated(page(offer), deadlineStart)
    expect(words(after.value)).toMatchObject({ text: 'Passed.' })
    expect(after).not.toHaveProperty('changesAt')
  })

  it('fills in the sentence in the language of the page, with its words', () => {
    const { children } = dated(page({ ...offer, deadline: null }), 0).value.text[0] ?? {}
    const spanish = { ...english, code: 'es', locale: 'es-US-u-nu-latn' }
    const inSpanish = (of: unknown, words?: unknown) =>
      walk('', { ...datedSentence(of), words }, 0, spanish).value
    expect(children).toMatchObject([{ text: 'Before a date to be announced.' }])
    expect(inSpanish(offer)).toMatchObject({ text: 'Before 15 de septiembre de 2025.' })
    const none = { ...offer, deadline: null }
    expect(inSpanish(none, { offerDeadline: 'un día' })).toMatchObject({ text: 'Before un día.' })
    expect(inSpanish(none, 'wrong')).toMatchObject({
      text: `Before ${inEnglish('a date to be announced')}.`,
    })
  })

  it('returns the earliest change, also of challenges without a sentence', () => {
    const challenge = { _type: 'challenge', startsAt: '2025-05-30T12:00:00Z', days: 4 }
    const content = { ...page(offer), programmes: [{ challenge }] }
    expect(dated(content, 0).changesAt).toBe(Date.parse(challenge.startsAt))
  })

  it.each([null, undefined, 5, 'text', [], {}, { _type: 'launch', sentences: 'none' }])(
    'fills in an empty text for %o',
    (of) => {
      expect(words(dated(page(of), 0).value)).toMatchObject({
        _type: 'span',
        text: '',
      })
    },
  )

  it('puts key features about what has passed last', () => {
    const feature = (title: string, of?: unknown) => ({
      title,
      icon: null,
      text: [{ _type: 'block', children: of ? [datedSentence(of)] : [] }, null],
    })
    const challenge = { _type: 'challenge', startsAt: '2025-05-30T12:00:00Z', days: 4 }
    const ended = { ...offer, deadline: '2099-01-01', status: 'ended' }
    const steps = [feature('offer', offer), feature('a'), feature('challenge', challenge)]
    const order = (content: readonly object[], now: number) =>
      dated(content as { title: string }[], now).value.map(({ title }) => title)
    expect(order(steps, Date.parse('2025-05-01'))).toEqual(['offer', 'a', 'challenge'])
    expect(order([...steps].reverse(), Date.parse('2025-07-01'))).toEqual([
      'a',
      'offer',
      'challenge',
    ])
    expect(order([...steps, feature('b')], deadlineStart)).toEqual(['a', 'b', 'offer', 'challenge'])
    expect(order([feature('ended', ended), feature('a')], 0)).toEqual(['a', 'ended'])
    // Sections and cards have no icon and keep their place.
    const section = { title: 'hero', text: page(offer).text }
    expect(order([section, feature('a')], deadlineStart)).toEqual(['hero', 'a'])
  })

  it('leaves all other content unchanged', () => {
    const content = { a: [1, { _type: 'span', text: 'words' }], b: null, c: 'May 2025' }
    expect(dated(content, 0)).toEqual({ value: content })
  })
})
