/** The two times that leads know, in milliseconds since 1970. */
export interface Clock {
  /**
   * Never decreases: leads are ordered, and leases and retries timed by it. It goes on evenly when the system's clock is set
   * back, and follows when that is set forward.
   */
  monotonic(): number
  /** The time of day, as the system tells it now: for people. */
  wall(): number
}

/** The clocks underneath, in milliseconds; for tests. */
interface Sources {
  system: () => number
  /** Never set, only runs. */
  monotonic: () => number
}

/**
 * Returns a store's clock. `offset`: how far the database's clock is ahead of the system's.
 * `notBefore`: where the monotonic time starts at the earliest, from times that are stored already.
 */
export function createClock(
  { offset = 0, notBefore = 0 }: { offset?: number; notBefore?: number } = {},
  { system, monotonic }: Sources = { system: () => Date.now(), monotonic: () => performance.now() },
): Clock {
  let told = notBefore
  let at = monotonic()
  const wall = () => system() + offset
  return {
    wall,
    monotonic() {
      const now = monotonic()
      told = Math.max(told + now - at, wall())
      at = now
      return Math.floor(told)
    },
  }
}

/** A time as the store keeps it: ISO 8601 in UTC, which sorts as text. */
export const iso = (time: number): string => new Date(time).toISOString()
