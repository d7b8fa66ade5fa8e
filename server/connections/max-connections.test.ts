import { expect, it } from 'vitest'
import { maxConnections } from './max-connections.ts'

it.each([
  ['as set', 4096, 20_000, 4096],
  ['as the descriptors allow, with a reserve', 4096, 300, 129],
  ['some, however few descriptors there are', 4096, 64, 16],
  ['as set, without a limit of the system', 500, Number.POSITIVE_INFINITY, 500],
])('%s', (_what, setting, descriptors, expected) => {
  expect(maxConnections(setting, descriptors)).toBe(expected)
})

it('knows the limit of this process', () => {
  expect(maxConnections(100_000)).toBeGreaterThan(16)
})
