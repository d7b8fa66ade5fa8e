import type { Connection } from './connection.ts'

interface Bounds {
  stallMs: number
  unsentBytes: number
  unsentBytesOfANetwork: number
}

/**
 * The connections to cut off, each with the limit that it breaks: those that have taken nothing for too
 * long, and, while too much is unsent of a network or of all, those with the most.
 */
export function slowReaders(
  connections: Iterable<Connection>,
  bounds: Bounds,
  now: number,
): Map<Connection, 'stalled' | 'unsent-bytes'> {
  const found = new Map<Connection, 'stalled' | 'unsent-bytes'>()
  const waiting: Connection[] = []
  const byNetwork = new Map<string, number>()
  let all = 0
  for (const connection of connections) {
    if (connection.stalledFor(now) >= bounds.stallMs) found.set(connection, 'stalled')
    else if (connection.unsentBytes > 0) {
      waiting.push(connection)
      all += connection.unsentBytes
      const { network, unsentBytes } = connection
      byNetwork.set(network, (byNetwork.get(network) ?? 0) + unsentBytes)
    }
  }
  waiting.sort((a, b) => b.unsentBytes - a.unsentBytes)
  for (const connection of waiting) {
    const { network, unsentBytes } = connection
    const ofNetwork = byNetwork.get(network) ?? 0
    if (all <= bounds.unsentBytes && ofNetwork <= bounds.unsentBytesOfANetwork) continue
    found.set(connection, 'unsent-bytes')
    all -= unsentBytes
    byNetwork.set(network, ofNetwork - unsentBytes)
  }
  return found
}
