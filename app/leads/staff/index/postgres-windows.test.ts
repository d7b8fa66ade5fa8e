import { expect, it } from 'vitest'
import { placeTerms, windowsOf } from './postgres-windows.ts'

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
      for (const most of [
        { chunks: 3, blocks: 2 },
        { chunks: 0, blocks: 2 },
        { chunks: 0, blocks: 99 },
      ]) {
        const windows = [...windowsOf({ low, high }, direction, most)]
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
