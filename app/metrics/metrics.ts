import type { Dashboard } from '../content/sanity.types.ts'

/** One metric as it is shown. */
export interface Metric {
  key: string
  label: string
  value: string
}

/** The live metrics of one moment; what staff have not described is left out. */
export interface Metrics {
  /** Shown large, one after the other. */
  headlines: Metric[]
  /** Shown beside them. */
  details: Metric[]
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
 * A metric that grows by the same amount with each full day since the start of its first day in
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

/** Illustrative metrics within the bounds that staff have set. */
export function simulatedMetrics(dashboard: Dashboard, now: number, random: Random): Metrics {
  const { shopsActive, visitToSignup, expectedOrders, signupMinutes, dailyCounter } = dashboard
  return {
    headlines: shown([
      ['shopsActive', shopsActive?.label, randomOf(shopsActive, random), percent],
      ['visitToSignup', visitToSignup?.label, randomOf(visitToSignup, random), percent],
      [
        'expectedOrders',
        expectedOrders?.label,
        expectedOrders && growing(expectedOrders, now),
        grouped.format,
      ],
    ]),
    details: shown([
      ['signup', signupMinutes?.label, randomOf(signupMinutes, random), minutes],
      [
        'dailyCounter',
        dailyCounter?.label,
        dailyCounter?.range && counterOfDay(dailyCounter, now),
        grouped.format,
      ],
    ]),
  }
}

/** What is really in the lead store, as the content calls it. */
export function realMetrics({ counts: copy }: Dashboard, counts: Counts): Metrics {
  const entry = (key: keyof Counts): Entry => [key, copy?.[key], counts[key], grouped.format]
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

function randomOf(moving: { range?: Range } | undefined, random: Random): number | undefined {
  return moving?.range && randomInt(moving.range, random)
}

function shown(entries: Entry[]): Metric[] {
  return entries.flatMap(([key, label, value, format]) =>
    label && Number.isFinite(value) ? [{ key, label, value: format(Number(value)) }] : [],
  )
}
