import { availableParallelism } from 'node:os'

/**
 * What clients may take of the lake, with the reasons; what bounds one part alone stands beside that part. Times
 * are in milliseconds, sizes in bytes. "Network" is an IPv4 address or an IPv6 /64. What is refused because of one is told to `onRefused`, by its name.
 */

const hashedAtOnce = availableParallelism() > 3 ? 2 : 1

/** Signing in. */
export const loginLimits = {
  /** Wrong passwords are counted for so long. */
  windowMs: 15 * 60_000,
  /** Wrong passwords of a network. A person mistypes a few times. */
  triesOfANetwork: 10,
  /** Wrong passwords of all after which somebody is guessing from many networks at once. */
  triesOfAll: 200,
  /** What a network has left while that is so: who knows the password needs no more. */
  triesOfANetworkUnderAttack: 3,
  /** Networks that are remembered, some 100 bytes each; the one that was wrong the longest ago is forgotten. */
  networks: 50_000,
  /**
   * Passwords that are hashed at once: a quarter of a second, 32 MB, a core and a thread each, of the four
   * that files are read with too. A core is left to pages. Networks take turns: with 60 that guess there is
   * still a place for who knows the password, whose turn comes within 15 seconds.
   */
  hashing: {
    parallel: hashedAtOnce,
    parallelOfAClient: 1,
    waiting: 80,
    waitingOfAClient: 20,
  },
} as const

/**
 * Pictures. They are made in a process of their own, one at a time. What such a process takes at most
 * follows from the areas below: measured with noise, which compresses worst (docs/decisions/0024).
 */
export const pictureLimits = {
  /** Pixels on either side. */
  length: 4096,
  /**
   * Pixels of a picture; a larger one is made smaller in proportion. 2560 × 1600 fits, and takes the
   * process to 130 MB (WebP, JPEG) or 145 MB (sharpened).
   */
  area: 4_194_304,
  /** The same as AVIF, which takes 33 bytes a pixel: 130 MB. Beyond that `auto=format` chooses WebP. */
  areaOfAvif: 2_500_000,
  /** From here on AVIF is made in a hurry and with half the colour: 0.4 s instead of 2. */
  areaOfCarefulAvif: 1_000_000,
  /** The same as GIF, whose colours are chosen for the whole picture: 0.5 s, instead of 28 s at `area`. */
  areaOfGif: 1_000_000,
  /** The same turned, for which the whole is held once more: 175 MB at `area`. */
  areaOfTurned: 2_000_000,
  /** Pixels of an original that EXIF turns: phones' 12 megapixels take 190 MB, larger ones are made smaller. */
  areaOfUpright: 12_500_000,
  /** Pixels of all frames of an animation together, likewise: 1.5 s. Animated GIFs are held to `area`: 3.5 s. */
  areaOfAnimation: 12_000_000,
  /**
   * Pixels among which the busiest part is searched, for which the whole is held three times: 160 MB. In
   * larger ones the middle is taken.
   */
  areaOfSearched: 4_194_304,
  /** Pixels that a vector graphic is drawn at, four bytes each, before a part is cut out of it. */
  areaOfVector: 8_388_608,
  /** Pixels of an original, or of all frames that are read of one. A PNG of that size takes 2 s to read. */
  inputPixels: 50_000_000,
  /** Bytes of a vector graphic: these are read whole. */
  vectorBytes: 5_000_000,
  /** Of pictures up to these sizes 20 can be made in a second: they go before larger ones. */
  smallArea: 1_500_000,
  smallInputPixels: 16_000_000,
  /**
   * What takes more of the processor, or more time, is ended with its process; the next picture gets a
   * new one. What the areas allow takes at most 3.5 s, but on a busy machine that can be many more.
   */
  processorMs: 8_000,
  timeoutMs: 30_000,
  /** A process that has just been started loads for 0.3 s; on a busy machine for longer. */
  startMs: 30_000,
  /** The process is ended after it has had nothing to do for so long: at rest it would hold 80 MB. */
  idleMs: 30_000,
  /**
   * A process that has become larger ends itself, and its picture with it. Originals of 40
   * megapixels that can only be unpacked whole (progressive JPEG, interlaced PNG) take it to 210 MB.
   */
  processBytes: 256 * 1024 * 1024,
  /** Its JavaScript heap, in megabytes: pictures are not in there. */
  heapMegabytes: 64,
  /**
   * Small pictures. A first visit of the gallery asks for some 60, and a family shares an address: all
   * are to be served. 512 take half a minute.
   */
  small: { parallel: 1, parallelOfAClient: 1, waiting: 512, waitingOfAClient: 128 },
  /** Large pictures and such with effects: half a second each, up to two. No page asks for many. */
  large: { parallel: 1, parallelOfAClient: 1, waiting: 64, waitingOfAClient: 16 },
  /** So many small ones go before a large one that waits. */
  smallBeforeALarge: 4,
  /** What to say in `Retry-After`, in seconds. */
  retryAfterSeconds: 5,
  /** All pictures on disk; those used longest ago go first. */
  cacheBytes: 256_000_000,
  /** Of these, what the owner wants to have ready at any time: nothing else can push it out. */
  readyBytes: 192_000_000,
  /** Bytes of an upload. */
  uploadBytes: 50_000_000,
} as const

/** Who asks: anybody, or who has been authenticated by token or session. Each has an evaluator of its own. */
export interface EvaluationLimits {
  /** A query's time, from parsing on: what JavaScript can be ended at from within. */
  milliseconds: number
  /** When the evaluator is killed from outside: native code hears of no time limit. */
  killAfterMs: number
  /** An answer, as JSON. */
  answerBytes: number
  /** The evaluator's heap beyond what the documents need. */
  heapMegabytes: number
  /** Its part for what is new, of which it takes three; less is more work for the garbage collector. */
  semiSpaceMegabytes: number
  /**
   * All its memory beyond what the documents need: 70 when it has started, the heap, and what native code
   * makes of a text that has been put together, which no limit of the heap counts.
   */
  residentMegabytes: number
  /** Answers of all that are evaluated or on their way: with `answerBytes` a bound of what readers can tie up. */
  answers: number
  /** The same of one client: a network, or an authenticated session. */
  answersOfAClient: number
  /** Queries that wait, of all and of a client: a bound of what their parameters take up. */
  waiting: number
  waitingOfAClient: number
}

/**
 * Anonymous queries: 16 answers of 2 MB are 32 MB, and half a second is a hundred times a page's query. With
 * 170 MB of the site and 100 of the process that makes pictures, 400 are not reached.
 */
export const publicEvaluation: EvaluationLimits = {
  milliseconds: 500,
  killAfterMs: 2_000,
  answerBytes: 2_000_000,
  heapMegabytes: 48,
  semiSpaceMegabytes: 4,
  residentMegabytes: 144,
  answers: 16,
  answersOfAClient: 4,
  waiting: 400,
  waitingOfAClient: 50,
}

/**
 * Queries of the Studio and of programs with the token, who have no reason to do harm. A Studio tab asks
 * six things at once; a list of 10,000 whole documents is about 16 MB.
 */
export const staffEvaluation: EvaluationLimits = {
  milliseconds: 5_000,
  killAfterMs: 12_000,
  answerBytes: 16_000_000,
  heapMegabytes: 256,
  semiSpaceMegabytes: 16,
  residentMegabytes: 400,
  answers: 12,
  answersOfAClient: 6,
  waiting: 1_000,
  waitingOfAClient: 500,
}

/** The processes that evaluate. */
export const evaluatorLimits = {
  /** Reading all documents at start, on a slow and busy machine. */
  startMs: 30_000,
  /** Memory is given back when nobody has asked for so long. */
  idleMs: 60_000,
  /** Of changes that an evaluator has not taken in yet; with more it reads all documents anew. */
  untoldBytes: 2_000_000,
  /** A network whose query ended the evaluator is not heard for so long, so that others are. */
  restMs: 10_000,
  /** Networks that rest at once; the longest resting is let go. */
  resting: 10_000,
  /** Transactions that a listener's query has not been evaluated for. A Studio comes back and starts anew. */
  listenerBacklog: 1_000,
} as const

/** A reader of an answer who takes in nothing for so long is cut off. */
export const stalledReaderMs = 10_000

/** Event streams and sockets. A Studio tab holds a socket, or seven streams where it has none. */
export const streamLimits = {
  anonymous: 300,
  anonymousOfANetwork: 20,
  authenticated: 700,
  /** An office behind one address. */
  authenticatedOfANetwork: 200,
  sockets: 400,
  socketsOfANetwork: 100,
} as const

/** What an authenticated client may have done in the process that serves visitors, in one request. */
export const requestLimits = {
  /** A mutation's or action's body: parsing it takes some 40 ms. */
  bodyBytes: 4 * 1024 * 1024,
  publicQueryBytes: 128 * 1024,
  publicQueryCharacters: 16_000,
  /** Ids at once. */
  documents: 1_000,
  /** Mutations, actions, and documents that a query selects: some 0.1 ms each. */
  steps: 2_000,
  /** Characters of documents in one answer: some 100 ms. */
  answerCharacters: 16_000_000,
} as const

/**
 * Characters of documents that a transaction's patches and writes may go over, some 3 ns each: patches
 * with paths that search a large document a thousand times would otherwise take minutes.
 */
export const transactionCharacters = 200_000_000
