import { expect, it } from 'vitest'
import { chunkSize } from '../index-database.ts'
import { blockSize, placeTerms, sizeFor, windowsOf } from './windows.ts'

it.each(['asc', 'desc'] as const)(
  'windows leave no lead out and name none twice, %s',
  (direction) => {
    for (const [low, high] of [
      [0, 0],
      [5, 1_000_000],
      [8_191, 8_192],
      [131_071, 131_072],
      [120_000, 139_999],
      [400_000, 1_234_567],
    ] as const) {
      for (const sizes of [
        [chunkSize, chunkSize, blockSize],
        [blockSize],
        Array(99).fill(blockSize),
      ]) {
        const windows = [...windowsOf({ low, high }, direction, () => sizes.pop())]
        const inOrder = direction === 'asc' ? windows : windows.toReversed()
        expect(inOrder[0]?.low).toBe(low)
        expect(inOrder.at(-1)?.high).toBe(high)
        for (const [index, window] of inOrder.entries()) {
          expect(window.low).toBeLessThanOrEqual(window.high)
          if (index > 0) expect(window.low).toBe((inOrder[index - 1]?.high ?? 0) + 1)
          if (window.term === undefined) continue
          for (const seq of [window.low, window.high])
            expect(placeTerms(seq)).toContain(window.term)
        }
      }
    }
  },
)

it('the next window has what is probably enough', () => {
  const size = (looked: number, found: number, wanted: number) =>
    sizeFor({ looked, found, wanted }, 0)()
  expect(size(2_000, 1_000, 1_100)).toBe(chunkSize)
  expect(size(2_000, 100, 1_100)).toBe(blockSize)
  expect(size(2_000, 1, 1_100)).toBeUndefined()
})

it('where nothing was found some blocks come first, and all at once where they take as long', () => {
  const next = sizeFor({ looked: 2_000, found: 0, wanted: 50 }, 2)
  expect([next(), next(), next()]).toEqual([blockSize, blockSize, undefined])
  expect(sizeFor({ looked: 2_000, found: 0, wanted: 50 }, 0)()).toBeUndefined()
})
