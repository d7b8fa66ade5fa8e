import { expect, it } from 'vitest'
import { maxConnections } from './max-connections.ts'

it.each([
  ['returns the setting', 4096, 20_000, 4096],
  ['returns what the descriptors allow, minus the reserve', 4096, 300, 129],
  ['returns at least 16 with few descriptors', 4096, 64, 16],
  ['returns the setting if the system has no limit', 500, Number.POSITIVE_INFINITY, 500],
])('%s', (_what, setting, descriptors, expected) => {
  expect(maxConnections(setting, descriptors)).toBe(expected)
})

it('reads the descriptor limit of this process', () => {
  expect(maxConnections(100_000)).toBeGreaterThan(16)
})
