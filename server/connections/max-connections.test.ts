import { expect, it } from 'vitest'
import { maxConnectionsFor } from './max-connections.ts'

it.each([
  [4096, 20_000, 4096],
  [4096, 1024, 896],
  [100, 300, 100],
  [4096, 300, 172],
  [4096, 64, 16],
  [4096, Number.POSITIVE_INFINITY, 4096],
])('of %i connections with %i descriptors, allows %i', (wanted, descriptors, allowed) => {
  expect(maxConnectionsFor(wanted, descriptors)).toBe(allowed)
})
