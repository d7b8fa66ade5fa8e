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

/** The part of a clock that is read from the store. */
interface ClockState {
  /** How far the database's clock is ahead of the system clock, in milliseconds. */
  offset?: number
  /** Minimum of the monotonic time, from times that are stored already. */
  notBefore?: number
}

/** Returns a store's clock. */
export function createClock(
  { offset = 0, notBefore = 0 }: ClockState = {},
  { system, monotonic }: Sources = { system: () => Date.now(), monotonic: () => performance.now() },
): Clock & { adjust(to: ClockState): void } {
  let latest = notBefore
  let measuredAt = monotonic()
  const wall = () => system() + offset
  return {
    wall,
    /** Changes the state, once the database has been read. */
    adjust(to) {
      latest = Math.max(latest, to.notBefore ?? 0)
      offset = to.offset ?? 0
    },
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
