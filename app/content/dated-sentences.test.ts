import { describe, expect, it } from 'vitest'
import { resolveDatedSentences } from './dated-sentences.ts'

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

describe('resolveDatedSentences', () => {
  it('fills in the current sentence and returns when it changes', () => {
    const before = resolveDatedSentences(page(offer), deadlineStart - 1)
    const text = 'Before Sep 15, 2025.'
    expect(words(before.value)).toEqual({ _type: 'span', _key: 'a', marks: [], text })
    expect(before.changesAt).toBe(deadlineStart)
    const after = resolveDatedSentences(page(offer), deadlineStart)
    expect(words(after.value)).toMatchObject({ text: 'Passed.' })
    expect(after).not.toHaveProperty('changesAt')
  })

  it('returns the earliest change, also of challenges without a sentence', () => {
    const challenge = { _type: 'challenge', startsAt: '2025-05-30T12:00:00Z', days: 4 }
    const content = { ...page(offer), programmes: [{ challenge }] }
    expect(resolveDatedSentences(content, 0).changesAt).toBe(Date.parse(challenge.startsAt))
  })

  it.each([null, undefined, 5, 'text', [], {}, { _type: 'launch', sentences: 'none' }])(
    'fills in an empty text for %o',
    (of) => {
      expect(words(resolveDatedSentences(page(of), 0).value)).toMatchObject({
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
      resolveDatedSentences(content as { title: string }[], now).value.map(({ title }) => title)
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
    const content = { a: [1, null, { _type: 'span', text: 'words' }], b: null, c: 'May 2025' }
    expect(resolveDatedSentences(content, 0)).toEqual({ value: content })
  })
})
