/** Milliseconds since 1970, never less than an earlier call has told. */
export type Clock = () => number

/** The clocks underneath, in milliseconds; for tests. */
interface Sources {
  system: () => number
  /** Never set, only runs. */
  monotonic: () => number
}

/**
 * A clock that goes on at its pace when the system's is set back, so that leads keep their order and
 * nothing that is due waits for the time to come round again. Set forward, it follows.
 *
 * @param offset what to add to the system's time: how far the database's clock, which several
 *   processes share, is ahead of it
 * @param notBefore where it starts at the earliest: times that are stored already
 */
export function createClock(
  { offset = 0, notBefore = 0 }: { offset?: number; notBefore?: number } = {},
  { system, monotonic }: Sources = { system: () => Date.now(), monotonic: () => performance.now() },
): Clock {
  let told = notBefore
  let at = monotonic()
  return () => {
    const now = monotonic()
    told = Math.max(told + now - at, system() + offset)
    at = now
    return Math.floor(told)
  }
}

/** A time as the store keeps it: ISO 8601 in UTC, which sorts as text. */
export const iso = (time: number): string => new Date(time).toISOString()
