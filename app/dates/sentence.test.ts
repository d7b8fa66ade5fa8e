import { describe, expect, it } from 'vitest'
import { type Dated, sentenceOf } from './sentence.ts'

const now = Date.parse('2025-05-01T12:00:00Z')
const said = (dated: unknown) => sentenceOf(dated as Dated, 'America/Chicago', now)

describe('a sentence about a date', () => {
  it.each([
    [
      { _type: 'launch', month: 'May 2025', place: 'cities' },
      'before',
      '{when}, {date}: {place}',
      'in May 2025, May 2025: cities',
    ],
    [
      { _type: 'launch', month: 'May 2024' },
      'passed',
      '{date}, first in {place}',
      'May 2024, first in places to be announced',
    ],
    [
      { _type: 'launch', month: 'May 2025', date: '2025-05-14' },
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
  ])('is the one that is true, with its facts: %#', (dated, state, sentence, text) => {
    expect(said({ ...dated, sentences: { [state]: sentence } })).toBe(text)
  })

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
  ])('reads as one where staff have emptied its facts: %#', (dated, before, text) => {
    expect(said({ ...dated, sentences: { before } })).toBe(text)
  })

  it('is empty where staff have written none', () => {
    expect(said({ _type: 'launch', month: 'May 2025', sentences: { passed: 'Over' } })).toBe('')
    expect(said({ _type: 'launch', month: 'May 2025' })).toBe('')
    expect(said({ _type: 'launch', sentences: { before: 5 } })).toBe('')
    expect(said({ _type: 'another', sentences: { before: 'No' } })).toBe('')
  })
})
