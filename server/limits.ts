/**
 * Limits on the resources that clients may use. Times are in milliseconds, sizes in bytes. A network is an IPv4
 * address or an IPv6 /64. `/metrics` counts rejections in `halvi_refused_total`.
 */

/** Streams of live metrics (`/live-metrics`). A visitor who gets no stream sees the metrics of the cached page. */
export const countStreamLimits = {
  /** A stream uses a descriptor and about 20 kB. All streams receive a message per second while leads arrive. */
  streams: 500,
  /** An office or a mobile network shares one address. Ten such networks can use all streams. */
  streamsPerNetwork: 50,
  /** About forty messages. A client that leaves this much unread has disconnected without notice. */
  unsentBytes: 4_096,
} as const

/** Limits of HTTP requests. */
export const httpLimits = {
  /** Time in which a client must send its whole request. */
  requestTimeoutMs: 30_000,
  /** Time in which a client must send all headers. Silent connections are closed after it. */
  headersTimeoutMs: 10_000,
  /** A browser requests all files of a page together. Later, an idle connection only occupies a slot. */
  keepAliveTimeoutMs: 5_000,
} as const

/** Limits of form bodies. The maximum size of a valid form is in `leads/submit/body.ts`. */
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
  /** File descriptors reserved for the database, the lake, child processes, event loops, and open files. */
  reservedDescriptors: 128,
  /** Share of the remaining descriptors that connections may use. The site also connects to its own lake. */
  maxDescriptorShare: 0.75,
  /**
   * Number of descriptors to assume on systems that don't report it (Linux does). Most systems allow at least this
   * many.
   */
  defaultDescriptors: 1_024,
  /** Connections per network, which may be a whole office. Never more than half of all connections. */
  connectionsPerNetwork: 1_024,
  /** Concurrent requests per network. Each may use 100 kB for a body, and memory for the response. */
  requestsPerNetwork: 512,
  /**
   * Pipelined requests: those that wait behind another request on the same connection. Browsers and proxies send
   * none.
   */
  maxPipelined: 16,
  /** Share of all connection slots that streams may use, so that forms and health checks always find a slot. */
  maxStreamShare: 0.5,
  /** Streams per network. The Studio opens two, a visitor one. */
  streamsPerNetwork: 128,
  /**
   * Connections that wait to be accepted. When the backlog is full, browsers retry after one second, then after
   * three. Linux caps this value at `net.core.somaxconn`.
   */
  backlog: 4_096,
  /** Interval of the check for stalled clients. */
  sweepMs: 1_000,
  /** A connection is closed when its client reads nothing for this long. */
  stallMs: 10_000,
  /**
   * Unsent bytes over all connections. Above this limit, the connections with the most unsent bytes are closed first.
   */
  unsentBytes: 64 * 1024 * 1024,
  /** Unsent bytes per network: enough for a few large images on a slow line. */
  unsentBytesPerNetwork: 24 * 1024 * 1024,
  /** After a rejected request, the connection stays open this long so that the client can read the response. */
  rejectionMs: 1_000,
} as const

/** Limits in development: Vite serves the Studio's packages as whole files, which exceed the limits per network. */
export const developmentConnectionLimits = {
  unsentBytes: 512 * 1024 * 1024,
  unsentBytesPerNetwork: 512 * 1024 * 1024,
} as const

/**
 * Maximum demand of a network that is served without delay: its connections and uncached requests in the last one to
 * two seconds. A network above it, such as a flood, is served after the others. A search counts as one connection and
 * one request. Additional connections of a browser wait for one turn of the event loop if no others arrive.
 */
export const normalDemand = 2

/** Limits of pages that are rendered for one visitor: searches, previews, redirects. */
export const renderLimits = {
  /** Concurrent renders. They share one processor; concurrency helps only while they wait for content. */
  parallel: 2,
  parallelPerClient: 1,
  /**
   * After a render, its slot stays unused for this multiple of the render's duration. Renders thus use at most a
   * quarter of a processor.
   */
  cooldownFactor: 7,
  /** Maximum of that pause. On a busy site, renders take longer because they wait for the processor. */
  maxCooldownMs: 100,
  /** Invalid forms per minute and network. Further forms of that network go through the queue. */
  errorsPerMinute: 2,
  /** Queued requests per network. At 6 ms per page plus the pause, a network waits five seconds at most. */
  waitingPerClient: 100,
  waiting: 400,
  /** Requests are rejected after this time in the queue. Most clients have disconnected by then. */
  waitMs: 10_000,
} as const

/** Limits of the staff API, `/staff/v1`. */
export const staffLimits = {
  /** A request takes a few milliseconds of the database. Opening a Studio tool sends six at the same time. */
  requests: { parallel: 16, parallelPerClient: 4, waiting: 200, waitingPerClient: 50 },
  /** An export reads all leads in one snapshot. While it runs, the database can't purge erased data. */
  exports: { parallel: 2, parallelPerClient: 1, waiting: 10, waitingPerClient: 3 },
  /** Maximum body size: a note of 10,000 characters in any script, or a filter with a long search. */
  maxBodyBytes: 64 * 1024,
} as const

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
  /** Checks that run and wait, per network, so that token guesses don't delay the checks of others. */
  requests: { parallel: 6, parallelPerClient: 3, waiting: 60, waitingPerClient: 20 },
} as const

/** Attempts to open a preview, per network. An editor needs a few; guessing a link needs 2^128. */
export const previewLimits = { maxAttempts: 60, windowSeconds: 60 } as const

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

/** Limits of the shutdown. */
export const shutdownLimits = {
  /** Requests in progress may finish within this time. */
  gracePeriodMs: 4_000,
  /** Timeout for closing each store after that. Stored data is not affected. */
  closeMs: 2_000,
  /**
   * The process exits after this time in any case, in addition to `DRAIN_SECONDS`. Supervisors kill it after 10 s.
   */
  hardLimitMs: 9_000,
  /** After an uncaught error the state of the process is unreliable, so requests get only one second. */
  gracePeriodAfterErrorMs: 1_000,
  afterErrorMs: 3_000,
} as const

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
