import type { Connection } from './connection.ts'

interface Limits {
  stallMs: number
  unsentBytes: number
  unsentBytesOfANetwork: number
}

/**
 * Returns the connections to cut off and the limits that they break: clients that take nothing for too long,
 * and the largest while too much is unsent of a network or of all.
 */
export function slowReaders(connections: Iterable<Connection>, limits: Limits, now: number) {
  const found = new Map<Connection, 'stalled' | 'unsent-bytes'>()
  const unsent: Connection[] = []
  for (const connection of connections) {
    if (connection.stalledFor(now) >= limits.stallMs) found.set(connection, 'stalled')
    else if (connection.unsentBytes > 0) unsent.push(connection)
  }
  // From the smallest on, as many stay as there is room for.
  unsent.sort((a, b) => a.unsentBytes - b.unsentBytes)
  let all = 0
  const byNetwork = new Map<string, number>()
  for (const connection of unsent) {
    const { network, unsentBytes } = connection
    const ofNetwork = (byNetwork.get(network) ?? 0) + unsentBytes
    if (all + unsentBytes > limits.unsentBytes || ofNetwork > limits.unsentBytesOfANetwork) {
      found.set(connection, 'unsent-bytes')
      continue
    }
    all += unsentBytes
    byNetwork.set(network, ofNetwork)
  }
  return found
}
