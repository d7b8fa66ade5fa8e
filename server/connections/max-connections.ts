import { readFileSync } from 'node:fs'
import { connectionLimits } from '../limits.ts'

/** Returns how many connections the process may hold: the setting, limited by its file descriptors. */
export function maxConnections(setting: number, descriptors = descriptorLimit()): number {
  const { reservedDescriptors, maxDescriptorShare } = connectionLimits
  const affordable = Math.floor((descriptors - reservedDescriptors) * maxDescriptorShare)
  return Math.min(setting, Math.max(affordable, 16))
}

/** Returns the soft limit of file descriptors. Node raises it to the hard limit at the start. */
function descriptorLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const soft = /^Max open files\s+(\S+)/m.exec(limits)?.[1]
    if (soft) return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    // This file exists only on Linux.
  }
  return connectionLimits.defaultDescriptors
}
