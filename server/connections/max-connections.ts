import { readFileSync } from 'node:fs'
import { connectionLimits } from '../limits.ts'

/** Returns how many connections the process can hold: the setting, within its file descriptors. */
export function maxConnections(setting: number, descriptors = descriptorLimit()): number {
  const { reservedDescriptors, shareOfDescriptors } = connectionLimits
  const affordable = Math.floor((descriptors - reservedDescriptors) * shareOfDescriptors)
  return Math.min(setting, Math.max(affordable, 16))
}

/** Returns the limit of file descriptors, which Node has raised as far as it may. */
function descriptorLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const soft = /^Max open files\s+(\S+)/m.exec(limits)?.[1]
    if (soft) return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    // Not on Linux.
  }
  return connectionLimits.descriptorsIfUnknown
}
