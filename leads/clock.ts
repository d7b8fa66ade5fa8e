/** Provides the two times that leads use, in milliseconds since 1970. */
export interface Clock {
  /**
   * A time that never decreases. Leads are ordered by it, and leases and retries use it. It continues when the system
   * clock is set back, and jumps when that is set forward.
   */
  monotonic(): number
  /** The current time of the system clock, for display to people. */
  wall(): number
}

/** The underlying clocks, in milliseconds. Tests replace them. */
interface Sources {
  system: () => number
  /** A clock that only runs and is never adjusted. */
  monotonic: () => number
}

/**
 * Returns a store's clock.
 *
 * @param offset how far the database's clock is ahead of the system clock
 * @param notBefore minimum of the monotonic time, from times that are stored already
 */
export function createClock(
  { offset = 0, notBefore = 0 }: { offset?: number; notBefore?: number } = {},
  { system, monotonic }: Sources = { system: () => Date.now(), monotonic: () => performance.now() },
): Clock {
  let latest = notBefore
  let measuredAt = monotonic()
  const wall = () => system() + offset
  return {
    wall,
    monotonic() {
      const now = monotonic()
      latest = Math.max(latest + now - measuredAt, wall())
      measuredAt = now
      return Math.floor(latest)
    },
  }
}

/** Formats a time as the store does: ISO 8601 in UTC, which sorts as text. */
export const iso = (time: number): string => new Date(time).toISOString()
