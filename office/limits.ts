/**
 * Limits of the office. Times are in milliseconds. `/metrics` counts rejections in `halvi_refused_total`. The lake has
 * limits of its own, in `packages/content-lake/src/limits/limits.ts`.
 */

/** Limits of the account audit log. */
export const accountAuditLimits = {
  /**
   * Rejected logins per minute that are logged individually. Further ones, such as password guesses, are only
   * counted.
   */
  rejectedPerMinute: 20,
  /** Events that wait to be written to the database. */
  waiting: 1_000,
} as const

/** Limits of token checks with Sanity, for projects whose content is hosted by Sanity. */
export const hostedStaffLimits = {
  /** How long a valid token is cached. A role that was removed at Sanity remains valid here for up to this time. */
  ttlMs: 60_000,
  /** How long a failed check is cached, after an unknown token or no response. */
  failureTtlMs: 5_000,
  /** Maximum number of cached tokens. Strangers can send invented ones. */
  maxTokens: 1_000,
  timeoutMs: 5_000,
  /** Unknown tokens per minute and network. */
  unknownTokensPerMinute: 20,
} as const

/** Attempts to open a preview, per network. An editor needs a few; guessing a link needs 2^128. */
export const previewLimits = { maxAttempts: 60, windowSeconds: 60 } as const

/** Pages in preview that are rendered at the same time, and those that wait. Anybody with a shared link requests them. */
export const previewRenders = { parallel: 2, waiting: 400, waitingPerClient: 100 } as const

/** A store that does not respond within this time counts as unreachable, so that the metrics still respond. */
export const checkTimeoutMs = 3_000
