import type { Connection } from './connection.ts'

interface Limits {
  stallMs: number
  unsentBytes: number
  unsentBytesPerNetwork: number
}

/**
 * Returns the connections to close, each with the limit that it exceeds. These are clients that have read nothing for
 * too long, and the ones with the most unsent bytes while their network or all clients together exceed a limit.
 */
export function slowReaders(connections: Iterable<Connection>, limits: Limits, now: number) {
  const found = new Map<Connection, 'stalled' | 'unsent-bytes'>()
  const unsent: Connection[] = []
  for (const connection of connections) {
    if (connection.stalledFor(now) >= limits.stallMs) found.set(connection, 'stalled')
    else if (connection.unsentBytes > 0) unsent.push(connection)
  }
  // The connections with the fewest unsent bytes stay, as long as the limits allow.
  unsent.sort((a, b) => a.unsentBytes - b.unsentBytes)
  let all = 0
  const byNetwork = new Map<string, number>()
  for (const connection of unsent) {
    const { network, unsentBytes } = connection
    const ofNetwork = (byNetwork.get(network) ?? 0) + unsentBytes
    if (all + unsentBytes > limits.unsentBytes || ofNetwork > limits.unsentBytesPerNetwork) {
      found.set(connection, 'unsent-bytes')
      continue
    }
    all += unsentBytes
    byNetwork.set(network, ofNetwork)
  }
  return found
}
