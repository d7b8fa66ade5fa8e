// The intervals of the live parts, in milliseconds.

/** The interval at which illustrative metrics change. */
export const refreshMs = 30_000
/** The time for which each metric is the headline. */
export const headlineMs = 6_000
/** The interval at which the metric “last ping” changes, and the time for which it is then highlighted. */
export const pingMs = 10_000
export const pingHighlightMs = 1_000
/** The time for which each of the rotating words is shown. */
export const wordMs = 3_000
