import type { Dashboard } from '../content/sanity.types.ts'

/** One figure as it is shown. */
export interface Figure {
  key: string
  label: string
  value: string
}

/** The live figures of one moment; what staff have not described is left out. */
export interface Figures {
  /** Shown large, one after the other. */
  headlines: Figure[]
  /** Shown beside them. */
  details: Figure[]
}

/** So many applications, spam left out. Holds no personal data: browsers get it. */
export interface Counts {
  total: number
  today: number
  waitlist: number
  onboarding: number
  affiliate: number
}

/** A source of numbers from 0 up to, but not including, 1, such as `Math.random`. */
export type Random = () => number

/** Both ends belong to it. */
interface Range {
  low: number
  high: number
}

const dayMs = 86_400_000

const grouped = new Intl.NumberFormat('en-US')
const percent = (value: number) => `${grouped.format(value)}%`
const minutes = (value: number) => `${grouped.format(value)} min`

/** A number of the range, whole steps above its lower end. */
export function randomInt({ low, high }: Range, random: Random): number {
  return low + Math.floor(random() * (Math.floor(high - low) + 1))
}

/**
 * A figure that grows by the same amount with each full day since the start of its first day in
 * UTC. `now` is in milliseconds since 1970; before the first day it stays where it begins.
 */
export function growing(
  { base, perDay, since }: { base: number; perDay: number; since: string },
  now: number,
): number {
  return base + perDay * Math.max(0, Math.floor((now - Date.parse(since)) / dayMs))
}

/** A counter that climbs by one step each day (UTC) from the lowest value to the highest, again and again. */
export function counterOfDay({ range, step }: { range: Range; step: number }, now: number): number {
  const steps = Math.floor((range.high - range.low) / step) + 1
  return range.low + step * (Math.floor(now / dayMs) % steps)
}

/** Illustrative figures within the bounds that staff have set. */
export function simulatedFigures(dashboard: Dashboard, now: number, random: Random): Figures {
  const { shopsActive, visitToSignup, expectedOrders, signupMinutes, dailyCounter } = dashboard
  return {
    headlines: shown([
      ['shopsActive', shopsActive?.label, drawn(shopsActive, random), percent],
      ['visitToSignup', visitToSignup?.label, drawn(visitToSignup, random), percent],
      [
        'expectedOrders',
        expectedOrders?.label,
        expectedOrders && growing(expectedOrders, now),
        grouped.format,
      ],
    ]),
    details: shown([
      ['signup', signupMinutes?.label, drawn(signupMinutes, random), minutes],
      [
        'dailyCounter',
        dailyCounter?.label,
        dailyCounter?.range && counterOfDay(dailyCounter, now),
        grouped.format,
      ],
    ]),
  }
}

/** What is really in the lead store, in the words of the content. */
export function realFigures({ counts: words }: Dashboard, counts: Counts): Figures {
  const entry = (key: keyof Counts): Entry => [key, words?.[key], counts[key], grouped.format]
  return {
    headlines: shown([entry('total'), entry('today')]),
    details: shown([entry('waitlist'), entry('onboarding'), entry('affiliate')]),
  }
}

type Entry = [
  key: string,
  label: string | undefined,
  value: number | undefined,
  format: (value: number) => string,
]

function drawn(moving: { range?: Range } | undefined, random: Random): number | undefined {
  return moving?.range && randomInt(moving.range, random)
}

function shown(entries: Entry[]): Figure[] {
  return entries.flatMap(([key, label, value, format]) =>
    label && Number.isFinite(value) ? [{ key, label, value: format(Number(value)) }] : [],
  )
}
