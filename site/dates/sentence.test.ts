import { describe, expect, it } from 'vitest'
import { defaultWords } from '../words/words.ts'
import { type Dated, sentenceOf } from './sentence.ts'

const now = Date.parse('2025-05-01T12:00:00Z')
const sentence = (dated: unknown) => sentenceOf(dated as Dated, 'America/Chicago', now)

describe('sentenceOf', () => {
  it.each([
    [
      { _type: 'launch', month: '2025-05-01', place: 'cities' },
      'before',
      '{when}, {date}: {place}',
      'in May 2025, May 2025: cities',
    ],
    [
      { _type: 'launch', month: '2024-05-01' },
      'passed',
      '{date}, first in {place}',
      'May 2024, first in places to be announced',
    ],
    [
      { _type: 'launch', month: '2025-05-01', date: '2025-05-14' },
      'before',
      '{when}, {date}',
      'on May 14, 2025, May 14, 2025',
    ],
    [
      { _type: 'launchOffer', deadline: '2025-09-15', benefit: 'a year' },
      'before',
      '{date} {benefit}',
      'Sep 15, 2025 a year',
    ],
    [
      {
        _type: 'challenge',
        startsAt: '2025-05-30T12:00:00Z',
        timeZone: 'America/Chicago',
        days: 4,
      },
      'before',
      '{start} {nothing}',
      '7am May 30, 2025 to be announced',
    ],
  ])(
    'returns the sentence of the current state, with facts filled in: %#',
    (dated, state, template, text) => {
      expect(sentence({ ...dated, sentences: { [state]: template } })).toBe(text)
    },
  )

  it.each([
    [
      { _type: 'launch', month: '', place: null },
      'Halvi launches {when} ({date}), first in {place}.',
      'Halvi launches on a date to be announced (a date to be announced), first in places to be announced.',
    ],
    [
      { _type: 'launchOffer', deadline: null },
      'Businesses that apply before {date} get {benefit}.',
      'Businesses that apply before a date to be announced get a benefit to be announced.',
    ],
    [
      { _type: 'challenge', startsAt: null, days: 4 },
      'The challenge starts at {start}.',
      'The challenge starts at a time to be announced.',
    ],
  ])('returns a complete sentence without facts: %#', (dated, before, text) => {
    expect(sentence({ ...dated, sentences: { before } })).toBe(text)
  })

  it.each([
    [{ _type: 'launch', month: '2025-05-01' }, '{when}', 'en mayo de 2025'],
    [{ _type: 'launch', month: '2025-05', date: '2025-05-14' }, '{when}', 'el 14 de mayo de 2025'],
    [{ _type: 'launch' }, '{when}', 'el día por anunciar'],
    [{ _type: 'launchOffer', deadline: '2025-09-15' }, '{date}', '15 de septiembre de 2025'],
  ])('returns the sentence in another language: %#', (dated, before, text) => {
    const facts = {
      ...defaultWords.facts,
      ...{ inMonth: 'en {month}', onDate: 'el {date}', offerDeadline: 'día por anunciar' },
    }
    const texts = { locale: 'es-US-u-nu-latn', facts }
    const content = { ...dated, sentences: { before } } as Dated
    expect(sentenceOf(content, 'America/Chicago', now, texts)).toBe(text)
  })

  it('returns an empty string if staff have not written a sentence', () => {
    expect(sentence({ _type: 'launch', month: '2025-05-01', sentences: { passed: 'Over' } })).toBe(
      '',
    )
    expect(sentence({ _type: 'launch', month: '2025-05-01' })).toBe('')
    expect(sentence({ _type: 'launch', sentences: { before: 5 } })).toBe('')
    expect(sentence({ _type: 'another', sentences: { before: 'No' } })).toBe('')
  })
})
