// The intervals of the live parts, in milliseconds.

/** How often illustrative metrics are made anew. */
export const refreshMs = 30_000
/** Who is told no real metrics asks again after this time, and after twice as long each time. */
export const comeBackMs = 60_000
/** How long each metric is the headline. */
export const headlineMs = 6_000
/** How often the last ping is made anew, and how long it is highlighted then. */
export const pingMs = 10_000
export const pingHighlightMs = 1_000
/** How long each of the rotating words stands. */
export const wordMs = 3_000
