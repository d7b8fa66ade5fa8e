// The intervals of the live parts, in milliseconds.

/** How often illustrative metrics change. */
export const refreshMs = 30_000
/** The delay before real metrics are asked for again where there were none; doubles each time. */
export const retryAfterMs = 60_000
/** How long each metric is the headline. */
export const headlineMs = 6_000
/** How often the last ping is made anew, and how long it is highlighted then. */
export const pingMs = 10_000
export const pingHighlightMs = 1_000
/** How long each of the rotating words stands. */
export const wordMs = 3_000
