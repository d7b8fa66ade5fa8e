/**
 * Limits on the resources that clients may use. Times are in milliseconds, sizes in bytes. A network is an IPv4
 * address or an IPv6 /64. `/metrics` counts rejections in `halvi_refused_total`.
 */

/** Limits of HTTP requests. */
export const httpLimits = {
  /** Time in which a client must send its whole request. */
  requestTimeoutMs: 30_000,
  /** Time in which a client must send all headers. Silent connections are closed after it. */
  headersTimeoutMs: 10_000,
  /** A browser requests all files of a page together. Later, an idle connection only occupies a slot. */
  keepAliveTimeoutMs: 5_000,
} as const

/** Limits of requests, which apply before any other work. */
export const requestLimits = {
  /** Maximum length of a path, in characters. Longer ones are rejected with 414. */
  pathLength: 2_000,
} as const

/** Limits of form bodies. The maximum size of a valid form is in `packages/leads/submit/body.ts`. */
export const bodyLimits = {
  /**
   * Up to this size, an oversized body is read to its end and discarded. Browsers may not show a response that
   * arrives earlier.
   */
  maxReadBytes: 1_000_000,
  /**
   * Maximum number of pieces in which a body may arrive. A client may send single bytes; a megabyte in small packets
   * has about 2,000.
   */
  maxPieces: 4_000,
} as const

/** Limits of connections. The setting MAX_CONNECTIONS limits their total number. */
export const connectionLimits = {
  /** Connections per network, which may be a whole office. Never more than half of all connections. */
  connectionsPerNetwork: 1_024,
  /** Concurrent requests per network, event streams and WebSockets included. */
  requestsPerNetwork: 512,
  /**
   * A connection without traffic for this long is closed, such as one whose client reads nothing, unless the client
   * waits for a response.
   */
  idleMs: 60_000,
  /** File descriptors that connections leave to databases, files, and child processes. Without load, 50 are open. */
  reservedDescriptors: 128,
  /** After a rejected request, the connection stays open this long so that the client can read the response. */
  rejectionMs: 1_000,
} as const

/** Limits of pages that are rendered for one visitor: searches, and the pages of rejected forms. */
export const renderLimits = {
  parallel: 2,
  waiting: 400,
  waitingPerClient: 100,
  /** After a render, its slot stays unused for this multiple of the render's duration, so that other requests run. */
  pauseFactor: 3,
  /** Maximum of that pause. On a busy site, renders take longer because they wait for the processor. */
  maxPauseMs: 100,
} as const

/** Limits of requests that the site passes to the office. */
export const officeLimits = {
  /** Requests and sockets at the same time. The lake limits them further, by client. */
  connections: 2_000,
  /** A request without traffic for this long, whose response has not begun, gets 503. */
  timeoutMs: 30_000,
  /** A check of the office, or a request for its metrics, fails after this time. */
  checkTimeoutMs: 2_000,
  /** How often the office is asked whether it responds. */
  askMs: 1_000,
  /** An office that does not respond for this long counts as away. An export may keep it busy for some seconds. */
  quietMs: 5_000,
  /** An office that does not respond for this long is killed and started again. */
  silentMs: 30_000,
} as const

/** Limits of the images that the site caches. */
export const imageLimits = {
  /** Maximum size on disk. The least recently used image is evicted first. */
  bytes: 128_000_000,
  /** An image that the office does not send within this time gets 503. */
  timeoutMs: 60_000,
  /** Delay before images are requested in advance. Other work runs first, and another publish often follows. */
  aheadAfterMs: 5_000,
} as const

/** Maximum age of pages while the site receives no content updates, in milliseconds. */
export const disconnectedTtlMs = 10_000

/** Limits for submissions of networks that flood the forms. */
export const blockedLimits = {
  /**
   * Delay of a 429 response. A program that waits for each response before it sends the next request uses less of the
   * processor.
   */
  delayMs: 250,
  /** Maximum number of delayed responses. Above it, responses are sent without delay. */
  maxDelayed: 200,
} as const

/** Limits of health checks, which anyone may request. */
export const healthLimits = {
  /** How long a check of the database and the content is cached. */
  ttlMs: 1_000,
  /**
   * A store that does not respond within this time counts as unreachable, so that `/readyz` and `/metrics` still
   * respond.
   */
  checkTimeoutMs: 3_000,
} as const

/** Log lines per second for requests of clients. Further ones are counted in one line. */
export const logLimits = { answered: 200, rejected: 20, failed: 20, notFoundPages: 10 } as const

/** Limits of visit counting. */
export const visitLimits = {
  /** Interval in which counts are written. If the process is killed, the counts since the last write are lost. */
  flushMs: 30_000,
  /** Campaigns per day that are counted by name. Anyone can invent names, so all others are counted together. */
  campaigns: 100,
  /** Cached user agents, each with whether it is a bot. */
  userAgents: 1_000,
  userAgentLength: 500,
  /** Maximum number of rows that wait while the store is unreachable. */
  maxUnwritten: 20_000,
} as const
