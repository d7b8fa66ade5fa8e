import type { Dashboard } from 'halvi-site/content/sanity.types'
import { timeOf } from 'halvi-site/dates/time'
import { english } from 'halvi-site/language/language'
import { numberFormat } from 'halvi-site/language/numbers'
import { pingMs, refreshMs } from './intervals.ts'

/** A metric with its displayed texts. */
export interface Metric {
  key: string
  label: string
  value: string
}

/** The live metrics at a given time. Metrics that staff have not set up are missing. */
export interface Metrics {
  /** Shown large, one at a time. */
  headlines: Metric[]
  /** Shown beside the headlines. */
  details: Metric[]
}

/** Numbers of applications without spam. */
export interface Counts {
  total: number
  today: number
  waitlist: number
  onboarding: number
  affiliate: number
}

/** A range of numbers that includes both ends. */
interface Range {
  low: number
  high: number
}

const dayMs = 86_400_000

const grouped: Intl.NumberFormatOptions = {}
const percent: Intl.NumberFormatOptions = { style: 'unit', unit: 'percent' }
const minutes: Intl.NumberFormatOptions = { style: 'unit', unit: 'minute', unitDisplay: 'long' }

/** The number of refreshes in which a random walk moves from one random value to the next. */
const stepsPerValue = 10

/**
 * Returns a pseudorandom number from 0 to 1 that depends only on the arguments. Uses the finalizer of MurmurHash3.
 */
function noise(key: number, index: number): number {
  let hash = Math.imul(key, 0x9e3779b1) ^ index
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** Returns a number of the range for a fraction from 0 to 1: the lower end plus a whole number. */
function within({ low, high }: Range, share: number): number {
  return low + Math.floor(share * (Math.floor(high - low) + 1))
}

/**
 * Returns a number of the range that changes gradually every 30 seconds. All visitors get the same number for a
 * `key`.
 */
export function randomWalk(range: Range, key: number, now: number): number {
  const position = Math.floor(now / refreshMs) / stepsPerValue
  const index = Math.floor(position)
  const from = noise(key, index)
  return within(range, from + (noise(key, index + 1) - from) * (position - index))
}

/**
 * Returns the illustrative seconds since the last ping. Changes every ten seconds; all visitors get the same number.
 */
export function secondsSincePing(range: Range, now: number): number {
  return within(range, noise(0, Math.floor(now / pingMs)))
}

/**
 * Returns the illustrative number of people who joined since `dayStart`. Grows all day; all visitors get the same
 * number.
 */
export function joinedSince(dayStart: number, { low, high }: Range, now: number): number {
  const day = Math.floor(dayStart / dayMs)
  const first = noise(4, day) / 4
  const last = 1 - noise(5, day) / 4
  const passed = Math.min(1, Math.max(0, (now - dayStart) / dayMs))
  return low + Math.floor((high - low) * (first + (last - first) * passed))
}

/** Returns a number that grows by `perDay` on each full day since `since` (UTC), up to `cap`. */
export function growingValue(
  { base, perDay, since, cap }: { base: number; perDay: number; since: string; cap?: number },
  now: number,
): number {
  const value = base + perDay * Math.max(0, Math.floor((now - timeOf(since)) / dayMs))
  return typeof cap === 'number' ? Math.min(value, cap) : value
}

/**
 * Returns a counter that grows by one step each day (UTC) from the lowest to the highest value and then starts over.
 */
export function dailyCounterValue(
  { range, step }: { range: Range; step: number },
  now: number,
): number {
  const steps = Math.floor((range.high - range.low) / step) + 1
  return range.low + step * (Math.floor(now / dayMs) % steps)
}

/** Returns illustrative metrics within the ranges that staff have set. */
export function simulatedMetrics(
  dashboard: Dashboard,
  now: number,
  locale: string = english.locale,
): Metrics {
  const { shopsActive, visitToSignup, expectedOrders, signupMinutes, dailyCounter } = dashboard
  const walk = (moving: { range?: Range } | undefined, key: number) =>
    moving?.range && randomWalk(moving.range, key, now)
  return {
    headlines: shown(locale, [
      ['shopsActive', shopsActive?.label, walk(shopsActive, 1), percent],
      ['visitToSignup', visitToSignup?.label, walk(visitToSignup, 2), percent],
      [
        'expectedOrders',
        expectedOrders?.label,
        expectedOrders && growingValue(expectedOrders, now),
        grouped,
      ],
    ]),
    details: shown(locale, [
      ['signup', signupMinutes?.label, walk(signupMinutes, 3), minutes],
      [
        'dailyCounter',
        dailyCounter?.label,
        dailyCounter?.range && dailyCounterValue(dailyCounter, now),
        grouped,
      ],
    ]),
  }
}

/** Returns the real counts as metrics, with the labels from the content. */
export function realMetrics(
  { counts: copy }: Dashboard,
  counts: Counts,
  locale: string = english.locale,
): Metrics {
  const entry = (key: keyof Counts): Entry => [key, copy?.[key], counts[key], grouped]
  return {
    headlines: shown(locale, [entry('total'), entry('today')]),
    details: shown(locale, [entry('waitlist'), entry('onboarding'), entry('affiliate')]),
  }
}

type Entry = [
  key: string,
  label: string | undefined,
  value: number | undefined,
  format: Intl.NumberFormatOptions,
]

function shown(locale: string, entries: Entry[]): Metric[] {
  return entries.flatMap(([key, label, value, format]) =>
    label && Number.isFinite(value)
      ? [{ key, label, value: numberFormat(locale, format).format(Number(value)) }]
      : [],
  )
}
