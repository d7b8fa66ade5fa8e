/**
 * Limits of what visitors and strangers may take of the site. Times are in milliseconds, sizes in bytes; a
 * network is an IPv4 address or an IPv6 /64. `/metrics` counts rejections as `halvi_refused_total`.
 */

/** Streams of real metrics (`/live-metrics`); whoever gets none keeps the metrics of the page. */
export const countStreamLimits = {
  /** Each is a descriptor and some 20 kB; all get a message a second while leads come in. */
  streams: 500,
  /** An office or a mobile network shares an address; ten of them fill the room. */
  streamsPerNetwork: 50,
  /** Forty messages: who takes so few has gone without a word. */
  unsentBytes: 4_096,
} as const

/** Connections and requests. */
export const httpLimits = {
  /** A request that drips in slowly is ended. */
  requestTimeoutMs: 30_000,
  /** A connection that is silent, or sends half a head, is ended. */
  headersTimeoutMs: 10_000,
  /** A browser asks for a page's files at once; what it keeps open after that only takes a place. */
  keepAliveTimeoutMs: 5_000,
} as const

/** Bodies of forms. The longest that a form may have is its own limit, in `leads/submit/body.ts`. */
export const bodyLimits = {
  /** A longer one is discarded after its end: a browser may show no answer that comes before. */
  longestRead: 1_000_000,
  /** A client may send a byte at a time. A megabyte in the smallest packets that are usual is 2,000. */
  pieces: 4_000,
} as const

/** Who holds connections. How many there are in all is the setting MAX_CONNECTIONS. */
export const connectionLimits = {
  /** File descriptors for the database, the lake, children, event loops and files under way. */
  reservedDescriptors: 128,
  /** Of what is left: the site asks its own lake over connections, too. */
  shareOfDescriptors: 0.75,
  /** Where the system does not tell (it does on Linux): what most systems grant at least. */
  descriptorsIfUnknown: 1_024,
  /** Connections of a network, which may be a whole office; never more than half of all. */
  ofANetwork: 1_024,
  /** Requests under way of a network; each may hold a body of 100 kB and an answer. */
  requestsOfANetwork: 512,
  /** Requests that wait behind another one on a connection. Browsers and proxies send none. */
  pipelined: 16,
  /** Of all places, streams may take so many: forms and health find room beside them. */
  shareOfStreams: 0.5,
  /** Streams of a network: a Studio has two, a visitor one. */
  streamsOfANetwork: 128,
  /**
   * Connections that wait to be taken. Where there is no room for one more, its visitor tries again
   * after a second, then three. Linux lowers it to `net.core.somaxconn`.
   */
  backlog: 4_096,
  /** So often it is looked who takes nothing. */
  sweepMs: 1_000,
  /** A reader that takes nothing for so long is cut off. */
  stallMs: 10_000,
  /** Bytes made and not taken, over all connections; those with the most go first. */
  unsentBytes: 64 * 1024 * 1024,
  /** And of a network: a few large pictures on a bad line. */
  unsentBytesOfANetwork: 24 * 1024 * 1024,
  /** What was refused has so long to read why. */
  refusalMs: 1_000,
} as const

/** While the site is developed: Vite sends the Studio's packages whole, which are more than a network's share. */
export const developedConnectionLimits = {
  unsentBytes: 512 * 1024 * 1024,
  unsentBytesOfANetwork: 512 * 1024 * 1024,
} as const

/**
 * What tells visitors from a crowd, whose connections and searches let theirs go first: how many
 * connections, and requests that no kept page answers, a network has brought in the last second or two. A
 * search is one of each. What a browser opens besides waits for a round of the event loop, unless others come.
 */
export const demandOfAVisitor = 2

/** Pages that are made for one visitor: searches, previews, redirects. */
export const renderLimits = {
  /** They share one processor; what they wait for is the content. */
  parallel: 2,
  parallelOfAClient: 1,
  /** Each place rests for so many times as long as its page took: renders have a quarter of the processor. */
  restFactor: 7,
  /** And no longer than this: renders of a busy site take long by the clock. */
  longestRestMs: 100,
  /** Wrong forms of a network after which its forms stand in line, too. */
  mistakesPerMinute: 2,
  /** At 6 ms a page and the rest after it, a network waits five seconds at most. */
  waitingOfAClient: 100,
  waiting: 400,
  /** Whoever waits for longer has gone, or should. */
  waitMs: 10_000,
} as const

/** What staff ask about leads, `/staff/v1`. */
export const staffLimits = {
  /** Each is some milliseconds of the database; a tool that is opened asks six things at once. */
  requests: { parallel: 16, parallelOfAClient: 4, waiting: 200, waitingOfAClient: 50 },
  /** Each reads all leads, in a snapshot that keeps the database from forgetting what is erased. */
  exports: { parallel: 2, parallelOfAClient: 1, waiting: 10, waitingOfAClient: 3 },
  /** A note of 10,000 characters, in whatever writing, or a filter with a long search. */
  longestBody: 64 * 1024,
} as const

/** What is written down of accounts. */
export const accountAuditLimits = {
  /** Guesses of passwords come as strangers like; further ones are told as a number. */
  refusedPerMinute: 20,
  /** Events that wait for the database. */
  waiting: 1_000,
} as const

/** What Sanity is asked about those who bring a token, where a hosted project has the content. */
export const hostedStaffLimits = {
  /** So long its answer holds: who loses a role there has it here for no longer. */
  holdsMs: 60_000,
  /** A token that it does not know, or no answer: whoever tries again soon is not asked about again. */
  failureHoldsMs: 5_000,
  /** The maximum number of tokens that are cached; strangers may invent some. */
  max: 1_000,
  timeoutMs: 5_000,
  /** By network: guesses wait for one another, not the others for them. */
  questions: { parallel: 6, parallelOfAClient: 3, waiting: 60, waitingOfAClient: 20 },
} as const

/** Ways into a preview, by network: an editor opens a few, a guess needs 2^128. */
export const previewLimits = { tries: 60, windowSeconds: 60 } as const

/** Submissions of networks that flood the forms. */
export const blockedLimits = {
  /**
   * So late they are told: a program that waits for its answers before it sends more leaves the
   * processor to everybody else meanwhile.
   */
  pauseMs: 250,
  /** So many wait for that; further ones are told at once. */
  paused: 200,
} as const

/** Questions for health, which anybody may ask. */
export const healthLimits = {
  /** One answer of the database and the content is good for so long. */
  freshMs: 1_000,
  /** A store that has not answered by then is unreachable: `/readyz` and `/metrics` answer without it. */
  checkTimeoutMs: 3_000,
} as const

/** Lines a second that the log takes of what strangers do; the rest is counted in one line. */
export const logLimits = { answered: 200, refused: 20, failed: 20, notFoundPages: 10 } as const

/** The end of the process. */
export const shutdownLimits = {
  /** Requests under way may end within this time. */
  gracePeriodMs: 4_000,
  /** Each store after that; what is stored is stored. */
  closeMs: 2_000,
  /** Whatever happens, the process has ended by then, after `DRAIN_SECONDS`: supervisors kill after 10 s. */
  hardLimitMs: 9_000,
  /** After an error that nobody caught, the state can't be trusted for long: requests have a second. */
  gracePeriodAfterErrorMs: 1_000,
  afterErrorMs: 3_000,
} as const

/** What is counted of visits. */
export const visitLimits = {
  /** So often it is written down; a process that is killed has lost the last of it. */
  flushMs: 30_000,
  /** Campaigns of a day that are counted by name, the others together: anybody may invent them. */
  campaigns: 100,
  /** Names of browsers of which is known whether they are programs. */
  userAgents: 1_000,
  userAgentLength: 500,
  /** Rows that wait for a store that is away. */
  unwritten: 20_000,
} as const
