import { chunkOf, chunkSize } from './index-database.ts'

/** Numbers of leads, from and to, both included, and the term that they alone have, if there is one. */
export interface Window {
  low: number
  high: number
  term?: string
}

const blockSize = 16 * chunkSize

/** The terms that tell where a lead is among all; none of them is a word. */
export const placeTerms = (seq: number): string[] => [
  `#${chunkOf(seq)}`,
  `##${Math.floor(seq / blockSize)}`,
]

/**
 * Takes a window apart, in an order: so many chunks at its beginning, then so many blocks of them, and
 * all that is left. One term to each: GIN takes ever longer for several of which any may be.
 */
export function* windowsOf(
  all: Window,
  direction: 'asc' | 'desc',
  most: { chunks: number; blocks: number },
): Generator<Window> {
  const rest = { ...all }
  for (let part = 0; rest.low <= rest.high; part++) {
    const isChunk = part < most.chunks
    if (!isChunk && part >= most.chunks + most.blocks) return yield rest
    const size = isChunk ? chunkSize : blockSize
    const number = Math.floor((direction === 'desc' ? rest.high : rest.low) / size)
    yield {
      low: Math.max(rest.low, number * size),
      high: Math.min(rest.high, (number + 1) * size - 1),
      term: `${isChunk ? '#' : '##'}${number}`,
    }
    if (direction === 'desc') rest.high = number * size - 1
    else rest.low = (number + 1) * size
  }
}
