// The pace of the live parts, in milliseconds.

/** How often illustrative figures are drawn anew. */
export const refreshMs = 30_000
/** Who is told no real figures asks again after this time, and after twice as long each time. */
export const comeBackMs = 60_000
/** How long each figure is the headline. */
export const headlineMs = 6_000
/** How often the last ping is drawn anew, and how long it is highlighted then. */
export const pingMs = 10_000
export const pingHighlightMs = 1_000
/** How long each of the rotating words stands. */
export const wordMs = 3_000
