/**
 * Limits on what clients may use, with the reasons. A limit of only one part is next to the code of that part. Times
 * are in milliseconds, sizes in bytes. "Network" means an IPv4 address or an IPv6 /64. When a limit rejects a
 * request, `onRefused` is called with the limit's name.
 */

/** Limits on signing in. */
export const loginLimits = {
  /** How long failed password attempts are counted, in seconds. */
  windowSeconds: 15 * 60,
  /** Maximum failed attempts per network. People mistype a few times. */
  maxAttemptsPerNetwork: 10,
  /**
   * Hashing of passwords. Each takes a quarter of a second, 32 MB, one core, and one of the four threads that also
   * read files. Networks take turns, so a person who knows the password gets a turn while others guess.
   */
  hashing: { parallel: 1, waiting: 80, waitingPerClient: 20 },
} as const

/**
 * Limits on images. One child process renders them, one at a time. The memory of that process follows from the areas
 * below, measured with noise, which compresses worst (docs/decisions/0024).
 */
export const imageLimits = {
  /** Maximum pixels per side. */
  maxSide: 4096,
  /**
   * Maximum pixels of a rendered image; a larger one is scaled down. 2560 × 1600 fits. At this size the process uses
   * 130 MB (WebP, JPEG) or 145 MB (sharpened).
   */
  maxArea: 4_194_304,
  /** Maximum pixels for AVIF, which takes 33 bytes per pixel: 130 MB. Above this, `auto=format` chooses WebP. */
  maxAvifArea: 2_500_000,
  /** Above this size, AVIF is encoded with less effort and half the color resolution: 0.4 s instead of 2 s. */
  highEffortAvifArea: 1_000_000,
  /** Maximum pixels for GIF, whose palette is computed from the whole image: 0.5 s instead of 28 s at `maxArea`. */
  maxGifArea: 1_000_000,
  /** Maximum pixels of a rotated image, which needs a second copy in memory: 175 MB at `maxArea`. */
  maxRotatedArea: 2_000_000,
  /** Maximum pixels of all frames of an animation together: 1.5 s. Animated GIFs are limited to `maxArea`: 3.5 s. */
  maxAnimationArea: 12_000_000,
  /**
   * Maximum pixels in which `crop=entropy` looks for the busiest part, which needs three copies in memory: 160 MB.
   * Larger images are cropped at the center.
   */
  maxEntropyArea: 4_194_304,
  /** Maximum pixels at which a vector image is drawn before it is cropped, at four bytes each. */
  maxVectorArea: 8_388_608,
  /** Maximum pixels of an original, or of all frames that are read from it. A PNG of this size takes 2 s to read. */
  inputPixels: 50_000_000,
  /** Maximum bytes of a vector image, which is read into memory whole. */
  vectorBytes: 5_000_000,
  /** Maximum pixels for JPEG that is encoded with mozjpeg, which takes five times as long for a tenth of the size. */
  mozjpegArea: 1_500_000,
  /**
   * A task that exceeds one of these limits is killed with its process, and the next task starts a new process.
   * Images within the limits above take at most 3.5 s, but a busy machine may need much longer.
   */
  processorMs: 8_000,
  timeoutMs: 30_000,
  /** Timeout for starting the process, which takes 0.3 s on an idle machine. */
  startMs: 30_000,
  /** An idle process exits after this time. It would otherwise hold 80 MB. */
  idleMs: 30_000,
  /**
   * A process that uses more memory exits, and its task fails. 40-megapixel originals that can only be decoded whole
   * (progressive JPEG, interlaced PNG) need 210 MB.
   */
  processBytes: 256 * 1024 * 1024,
  /** JavaScript heap in megabytes. The heap does not contain the images. */
  heapMegabytes: 64,
  /**
   * Waiting images. A first visit to the gallery requests about 60, and several visitors may share an address. 512
   * small images take half a minute.
   */
  queue: { parallel: 1, waiting: 512, waitingPerClient: 128 },
  /** Maximum size of the cache of rendered images on disk. The least recently used image is evicted first. */
  cacheBytes: 128_000_000,
  /** Maximum bytes of an upload. */
  uploadBytes: 50_000_000,
} as const

/** Limits on a task of the evaluation process. */
export interface TaskLimits {
  /** Timeout of a query including parsing. It stops JavaScript from inside the process. */
  timeoutMs: number
  /** When the evaluation process is killed from outside, because native code ignores `timeoutMs`. */
  killAfterMs: number
  /** Maximum size of a response, as JSON. */
  responseBytes: number
}

/** Limits for anonymous clients. Half a second is 100 times what a page's query takes. */
export const publicTasks: TaskLimits = {
  timeoutMs: 500,
  killAfterMs: 2_000,
  responseBytes: 2_000_000,
}

/**
 * Limits for the Studio, and for programs with a token, which are trusted. A list of 10,000 whole documents is about
 * 16 MB.
 */
export const staffTasks: TaskLimits = {
  timeoutMs: 5_000,
  killAfterMs: 12_000,
  responseBytes: 16_000_000,
}

/**
 * How long a query of the `reader` may run in the main process before it runs in the evaluation process instead. An
 * ordinary page's query takes 2 ms, and 100 ms right after the start.
 */
export const readerInProcessMs = 250

/** Responses that are evaluated or sent at the same time. With their size, this limits the memory for slow clients. */
export const responseLimits = {
  anonymous: { total: 60, perClient: 20 },
  authenticated: { total: 1_000, perClient: 200 },
} as const

/** Exports at the same time, with one document each in memory. The client is a person. */
export const exportLimits = { total: 20, perClient: 3 } as const

/** Limits of an evaluation process. */
export const evaluatorLimits = {
  /** The process's heap, in addition to the memory for the documents. */
  heapMegabytes: 256,
  /** Size of each of the three semi-spaces for new objects. */
  semiSpaceMegabytes: 16,
  /**
   * The memory of the process, in addition to the memory for the documents: 70 MB at startup, the heap, and
   * concatenated strings when native code flattens them. The heap limit does not count these strings.
   */
  residentMegabytes: 400,
  /** The part of this memory that tasks of anonymous clients may not use. */
  reservedMegabytes: 200,
  queue: { parallel: 1, waiting: 1_000, waitingPerClient: 500 },
  /** Timeout for reading all documents at startup, for a slow and busy machine. */
  startMs: 30_000,
  /** An idle process exits after this time, which frees its memory. */
  idleMs: 60_000,
  /**
   * Maximum bytes of changes that an evaluation process has not received yet. With more, it restarts and reads all
   * documents again.
   */
  maxUnsentBytes: 2_000_000,
  /** How long a network is rejected after its query killed the process, so that other clients are served. */
  cooldownMs: 10_000,
  /** Maximum number of rejected networks. The oldest one is evicted first. */
  maxCooldowns: 10_000,
  /**
   * Maximum transactions that wait for the evaluation of a listener's query. With more, the listener fails; the
   * Studio reconnects and starts again.
   */
  listenerBacklog: 1_000,
} as const

/** A client that reads nothing from its response for this long is disconnected. */
export const stalledClientMs = 10_000

/**
 * Maximum event streams and sockets. A Studio tab uses one socket, or seven streams if it has no socket. An office
 * may share one address.
 */
export const streamLimits = {
  anonymous: { total: 300, perClient: 20 },
  authenticated: { total: 700, perClient: 200 },
  sockets: { total: 400, perClient: 100 },
  /** Streams in all sockets. */
  inSockets: { total: 3_000, perClient: 1_000 },
} as const

/** Limits on the work that one request may cause in the main process. */
export const requestLimits = {
  /** Maximum body of a mutation or action, which takes about 40 ms to parse. */
  bodyBytes: 4 * 1024 * 1024,
  publicQueryBytes: 128 * 1024,
  publicQueryCharacters: 16_000,
  /** Maximum number of ids per request. */
  maxIds: 1_000,
  /** Maximum mutations, actions, and documents that a query selects, at about 0.1 ms each. */
  maxSteps: 2_000,
  /** Maximum characters of documents in one response, which take about 100 ms. */
  responseCharacters: 16_000_000,
} as const

/** Limits on the comments and tasks of a Studio. */
export const commentLimits = {
  /** Maximum comments and tasks together. At a kilobyte each, these use about 40 MB of memory. */
  documents: 20_000,
  /** Maximum characters of one of them, as JSON. */
  characters: 100_000,
  bodyBytes: 512 * 1024,
} as const

/**
 * Maximum characters of documents that a transaction's patches and writes may process, at about 3 ns each. Without
 * this limit, patches that search a large document a thousand times would take minutes.
 */
export const maxTransactionCharacters = 200_000_000

/** Limits on releases. A scheduled draft is a release, too. */
export const releaseLimits = {
  /** Maximum releases that are neither published nor archived. The Studio loads all of them. */
  open: 200,
  /** Maximum releases in all. Published and archived ones stay until they are deleted. */
  total: 2_000,
  /** Maximum documents of a release, as at Sanity. */
  versions: 1_000,
  /**
   * Maximum size of a release's documents as JSON. They are published in one transaction, which blocks this process
   * for about 20 ms per million characters.
   */
  characters: 20_000_000,
} as const
