import { describe, expect, it } from 'vitest'
import { challengeState, launchState, offerState, startOfIsoDay } from './state.ts'

const at = (time: string) => Date.parse(time)
const chicago = 'America/Chicago'

describe('startOfIsoDay', () => {
  it.each([
    ['2025-09-15', chicago, '2025-09-15T05:00:00Z'],
    ['2025-09-15', 'UTC', '2025-09-15T00:00:00Z'],
    // 14 hours ahead of UTC, and 12 hours behind.
    ['2025-09-15', 'Pacific/Kiritimati', '2025-09-14T10:00:00Z'],
    ['2025-09-15', 'Etc/GMT+12', '2025-09-15T12:00:00Z'],
    // Days on which the clocks change.
    ['2025-03-09', chicago, '2025-03-09T06:00:00Z'],
    ['2025-11-02', chicago, '2025-11-02T05:00:00Z'],
    ['2025-09-15', 'Nowhere/At all', '2025-09-15T00:00:00Z'],
  ])('returns the start of %s in %s', (day, timeZone, time) => {
    expect(new Date(startOfIsoDay(day, timeZone) ?? 0)).toEqual(new Date(time))
  })

  it.each(['', 'soon', '2025', '2025-13-45', '2027-02-29', '2025-04-31', 20250915, null, {}])(
    'returns undefined for %o',
    (day) => {
      expect(startOfIsoDay(day, chicago)).toBeUndefined()
    },
  )
})

describe('launchState', () => {
  const june = at('2025-06-01T05:00:00Z')

  it('is passed after the end of the month in the time zone', () => {
    const launch = { month: '2025-05-01' }
    expect(launchState(launch, chicago, june - 1)).toEqual({ name: 'before', changesAt: june })
    expect(launchState(launch, chicago, june)).toEqual({ name: 'passed' })
    expect(launchState({ month: '2025-12-01' }, 'UTC', june)).toMatchObject({
      changesAt: at('2026-01-01T00:00:00Z'),
    })
  })

  it('is passed after the end of the day, if there is one', () => {
    const launch = { month: '2025-05-01', date: '2025-05-14' }
    const end = at('2025-05-15T05:00:00Z')
    expect(launchState(launch, chicago, end - 1)).toEqual({ name: 'before', changesAt: end })
    expect(launchState(launch, chicago, end)).toEqual({ name: 'passed' })
  })

  it.each(['open', 'toBeAnnounced'])('is the status that staff have set: %s', (status) => {
    expect(launchState({ month: '2025-05-01', status }, chicago, 0)).toEqual({ name: status })
  })

  it.each(['Spring 2026', 'Foo 2026', '', null, 5])('is always before for %o', (month) => {
    expect(launchState({ month: month as string }, chicago, june)).toEqual({ name: 'before' })
  })
})

describe('offerState', () => {
  it('is passed from the start of the deadline’s day, or ended if staff have set it', () => {
    const start = at('2025-09-15T05:00:00Z')
    const offer = { deadline: '2025-09-15' }
    expect(offerState(offer, chicago, start - 1)).toEqual({ name: 'before', changesAt: start })
    expect(offerState(offer, chicago, start)).toEqual({ name: 'passed' })
    expect(offerState({ ...offer, status: 'ended' }, chicago, 0)).toEqual({ name: 'ended' })
  })
})

describe('challengeState', () => {
  it('is before, then running for its days, then over', () => {
    const start = at('2025-05-30T12:00:00Z')
    const end = at('2025-06-03T12:00:00Z')
    const challenge = { startsAt: '2025-05-30T12:00:00.000Z', days: 4 }
    expect(challengeState(challenge, start - 1)).toEqual({ name: 'before', changesAt: start })
    expect(challengeState(challenge, start)).toEqual({ name: 'running', changesAt: end })
    expect(challengeState(challenge, end)).toEqual({ name: 'over' })
  })

  it.each([
    // The clocks change: a day of 23 hours, of 25 hours, and a change of half an hour.
    ['America/Chicago', '2026-03-06T13:00:00Z', 4, '2026-03-10T12:00:00Z'],
    ['America/Chicago', '2026-10-30T12:00:00Z', 4, '2026-11-03T13:00:00Z'],
    ['America/Chicago', '2026-11-01T04:30:00Z', 1, '2026-11-02T05:30:00Z'],
    ['Australia/Lord_Howe', '2026-04-03T20:00:00Z', 3, '2026-04-06T20:30:00Z'],
    ['Europe/Berlin', '2026-03-28T22:30:00Z', 1, '2026-03-29T21:30:00Z'],
    ['UTC', '2026-03-06T13:00:00Z', 4, '2026-03-10T13:00:00Z'],
    ['Nowhere', '2026-03-06T13:00:00Z', 4, '2026-03-10T13:00:00Z'],
  ])('ends at the same wall time in %s: %s and %i days', (timeZone, startsAt, days, end) => {
    expect(challengeState({ startsAt, timeZone, days }, at(startsAt))).toEqual({
      name: 'running',
      changesAt: at(end),
    })
  })

  it('does not fail for durations that the Studio would reject', () => {
    const startsAt = '2025-05-30T12:00:00Z'
    for (const days of [1e300, 1.5, -3, 'four', null] as number[]) {
      expect(challengeState({ startsAt, days }, 0)).toMatchObject({ name: 'before' })
      expect(challengeState({ startsAt, days }, at(startsAt)).name).toMatch(/running|over/)
    }
  })

  it.each(['soon', '2027-02-29T07:00:00Z', '2025-04-31T00:00:00+02:00', undefined])(
    'is always before for the start %s',
    (startsAt) => {
      expect(challengeState({ startsAt, days: 4 }, at('2030-01-01'))).toEqual({ name: 'before' })
    },
  )
})
