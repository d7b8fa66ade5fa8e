import type { Dashboard } from '../content/sanity.types.ts'
import { pingMs, refreshMs } from './intervals.ts'

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

/** Both ends belong to it. */
interface Range {
  low: number
  high: number
}

const dayMs = 86_400_000

const grouped = new Intl.NumberFormat('en-US')
const percent = (value: number) => `${grouped.format(value)}%`
const minutes = (value: number) => `${grouped.format(value)} min`

/** How many times metrics are made anew until one has wandered from one value to another. */
const stepsOfWalk = 10

/** Returns a number from 0 to 1 that looks random and is always the same for the same arguments (end of MurmurHash3). */
function noise(key: number, index: number): number {
  let hash = Math.imul(key, 0x9e3779b1) ^ index
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** The number of the range that a share of it stands for, whole steps above its lower end. */
function within({ low, high }: Range, share: number): number {
  return low + Math.floor(share * (Math.floor(high - low) + 1))
}

/** Returns a number of the range that changes every 30 seconds to one nearby: the same for everybody, by `key`. */
export function randomWalk(range: Range, key: number, now: number): number {
  const place = Math.floor(now / refreshMs) / stepsOfWalk
  const index = Math.floor(place)
  const from = noise(key, index)
  return within(range, from + (noise(key, index + 1) - from) * (place - index))
}

/** Seconds since the last ping: another number of the range every ten seconds, the same for all. */
export function secondsSincePing(range: Range, now: number): number {
  return within(range, noise(0, Math.floor(now / pingMs)))
}

/** Returns how many of the range have joined since the day began: grows until it ends, the same for everybody. */
export function joinedSince(dayStart: number, { low, high }: Range, now: number): number {
  const day = Math.floor(dayStart / dayMs)
  const first = noise(4, day) / 4
  const last = 1 - noise(5, day) / 4
  const passed = Math.min(1, Math.max(0, (now - dayStart) / dayMs))
  return low + Math.floor((high - low) * (first + (last - first) * passed))
}

/** Returns a metric that grows with each full day since its first day in UTC, up to its cap. */
export function growing(
  { base, perDay, since, cap }: { base: number; perDay: number; since: string; cap?: number },
  now: number,
): number {
  const value = base + perDay * Math.max(0, Math.floor((now - Date.parse(since)) / dayMs))
  return typeof cap === 'number' ? Math.min(value, cap) : value
}

/** A counter that climbs by one step each day (UTC) from the lowest value to the highest, again and again. */
export function counterOfDay({ range, step }: { range: Range; step: number }, now: number): number {
  const steps = Math.floor((range.high - range.low) / step) + 1
  return range.low + step * (Math.floor(now / dayMs) % steps)
}

/** Illustrative metrics within the bounds that staff have set. */
export function simulatedMetrics(dashboard: Dashboard, now: number): Metrics {
  const { shopsActive, visitToSignup, expectedOrders, signupMinutes, dailyCounter } = dashboard
  const walk = (moving: { range?: Range } | undefined, key: number) =>
    moving?.range && randomWalk(moving.range, key, now)
  return {
    headlines: shown([
      ['shopsActive', shopsActive?.label, walk(shopsActive, 1), percent],
      ['visitToSignup', visitToSignup?.label, walk(visitToSignup, 2), percent],
      [
        'expectedOrders',
        expectedOrders?.label,
        expectedOrders && growing(expectedOrders, now),
        grouped.format,
      ],
    ]),
    details: shown([
      ['signup', signupMinutes?.label, walk(signupMinutes, 3), minutes],
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

function shown(entries: Entry[]): Metric[] {
  return entries.flatMap(([key, label, value, format]) =>
    label && Number.isFinite(value) ? [{ key, label, value: format(Number(value)) }] : [],
  )
}
