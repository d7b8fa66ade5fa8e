import { chunkOf, chunkSize } from '../index-database.ts'

/** Numbers of leads, from and to, both included, and the term that they alone have, if there is one. */
export interface Window {
  low: number
  high: number
  term?: string
}

export const blockSize = 16 * chunkSize

/** The terms that tell where a lead is among all; none of them is a word. */
export const placeTerms = (seq: number): string[] => [
  `#${chunkOf(seq)}`,
  `##${Math.floor(seq / blockSize)}`,
]

/** How large the next window shall be; undefined: all that is left. */
export type NextSize = () => typeof chunkSize | typeof blockSize | undefined

/**
 * Takes a window apart, in an order: into chunks, blocks of them, or all that is left, as is wanted each
 * time. One term to each: GIN takes ever longer for several of which any may be.
 */
export function* windowsOf(
  all: Window,
  direction: 'asc' | 'desc',
  nextSize: NextSize,
): Generator<Window> {
  const rest = { ...all }
  while (rest.low <= rest.high) {
    const wanted = nextSize()
    if (wanted === undefined) return yield rest
    // Who asks for a block that begins or ends here would read all of it.
    const part = partOf(rest, direction, wanted)
    const size = part.high - part.low < 2 * chunkSize ? chunkSize : wanted
    const { low, high, number } = partOf(rest, direction, size)
    yield { low, high, term: `${size === chunkSize ? '#' : '##'}${number}` }
    if (direction === 'desc') rest.high = low - 1
    else rest.low = high + 1
  }
}

/** What the next chunk or block has of a window. */
function partOf({ low, high }: Window, direction: 'asc' | 'desc', size: number) {
  const number = Math.floor((direction === 'desc' ? high : low) / size)
  return {
    number,
    low: Math.max(low, number * size),
    high: Math.min(high, (number + 1) * size - 1),
  }
}

/** What is known of how close together those lie that match. */
export interface Progress {
  /** So many leads have been looked through. */
  looked: number
  /** So many of them match. */
  found: number
  /** So many are wanted. */
  wanted: number
}

/**
 * The window that probably has as many as are still wanted; a chunk where so many and one more of them do,
 * too. Where nothing was found so many blocks come before all that is left: it may be that older leads match.
 *
 * @param mostBlocks the fewer, the longer a search takes whatever its window
 */
export function sizeFor(progress: Readonly<Progress>, mostBlocks: number): NextSize {
  let blocks = 0
  return () => {
    const { looked, found, wanted } = progress
    if (found === 0) return blocks++ < mostBlocks ? blockSize : undefined
    const enough = (1.5 * (wanted - found) * looked) / found
    if (enough <= (1 + mostBlocks) * chunkSize) return chunkSize
    return enough <= blockSize ? blockSize : undefined
  }
}
