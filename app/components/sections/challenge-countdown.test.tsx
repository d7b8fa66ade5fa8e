import type { Challenge } from 'halvi-site/content/shapes'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { timeLeft } from '../islands/time-left.ts'
import { ChallengeCountdown } from './challenge-countdown.tsx'

const startsAt = '2025-05-30T12:00:00.000Z'
const start = Date.parse(startsAt)
const day = 86_400_000

describe('timeLeft', () => {
  it.each([
    [
      'a day, an hour, a minute, and a second before the end',
      start - day - 3_661_000,
      [1, 1, 1, 1],
    ],
    ['the last second', start - 1, [0, 0, 0, 1]],
    ['the end', start, [0, 0, 0, 0]],
    ['a time long after the end', start + 400 * day, [0, 0, 0, 0]],
    ['an invalid time', Number.NaN, [0, 0, 0, 0]],
  ])('returns the time left at %s', (_what, now, left) => {
    expect(Object.values(timeLeft(start, now))).toEqual(left)
  })

  it('counts elapsed hours across a change to daylight saving time', () => {
    // Clocks in Chicago change from 2 to 3 a.m. on March 14, 2027.
    const evening = Date.parse('2027-03-13T20:00:00-06:00')
    const morning = Date.parse('2027-03-14T08:00:00-05:00')
    expect(timeLeft(morning, evening)).toEqual({ days: 0, hours: 11, minutes: 0, seconds: 0 })
  })
})

describe('ChallengeCountdown', () => {
  const copy = { before: 'Starts in', during: 'Has started', after: 'Has ended' }
  const show = (now: number, change: Partial<Challenge> = {}, after: string | null = copy.after) =>
    renderToStaticMarkup(
      <ChallengeCountdown
        challenge={{
          _type: 'challenge',
          language: null,
          sentences: null,
          next: null,
          startsAt,
          timeZone: 'America/Chicago',
          participants: 10,
          days: 4,
          winnerTitle: 'Winner',
          ...change,
        }}
        now={now}
        copy={{ ...copy, after }}
      />,
    )

  it('counts down until the challenge starts', () => {
    const html = show(start - 90_000)
    expect(html).toMatch(/data-unit="minutes"><span>01<.*data-unit="seconds"><span>30</)
    expect(html).toContain('>Starts in<')
    expect(html).toContain('data-island="Countdown"')
  })

  it('shows zeros after the start, with different headings during and after the challenge', () => {
    expect(show(start)).toContain('>Has started<')
    expect(show(start + 4 * day)).toContain('>Has ended<')
    expect(show(start + 4 * day, {}, null)).toContain('>Has started<')
    expect(show(start)).not.toContain('data-island')
    expect(show(start).match(/>00</g)).toHaveLength(4)
  })

  it('shows the start in its time zone, with and without daylight saving time', () => {
    const moment = (html: string) => /<time[^>]*>([^<]+)/.exec(html)?.[1]?.replace(/\s/g, ' ')
    expect(moment(show(start))).toBe('Friday, May 30, 2025 at 7:00 AM Central Daylight Time')
    expect(moment(show(start, { startsAt: '2025-12-01T12:00:00.000Z' }))).toBe(
      'Monday, December 1, 2025 at 6:00 AM Central Standard Time',
    )
  })

  it('uses UTC for an invalid time zone, and renders nothing for an invalid date', () => {
    expect(show(start, { timeZone: 'Middle/Earth' })).toContain('Coordinated Universal Time')
    expect(show(start, { startsAt: 'soon' })).toBe('')
  })
})
