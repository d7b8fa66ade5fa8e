import { readFileSync } from 'node:fs'
import { connectionLimits } from '../limits.ts'

/**
 * Returns how many connections may be open: the wanted number, or fewer if the process may open only a few file
 * descriptors (`ulimit -n`). A process without a free descriptor can neither read files nor evaluate queries.
 */
export function maxConnectionsFor(wanted: number, descriptors = maxDescriptors()): number {
  const free = Math.max(descriptors - connectionLimits.reservedDescriptors, descriptors / 4)
  return Math.min(wanted, Math.floor(free))
}

/** Returns the number of file descriptors that this process may open. Outside Linux, it is not known. */
function maxDescriptors(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
