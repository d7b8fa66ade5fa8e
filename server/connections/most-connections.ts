import { readFileSync } from 'node:fs'
import { connectionLimits } from '../limits.ts'

/** So many connections the process can hold: as set, within the file descriptors that it may open. */
export function mostConnections(setting: number, descriptors = descriptorLimit()): number {
  const { reservedDescriptors, shareOfDescriptors } = connectionLimits
  const affordable = Math.floor((descriptors - reservedDescriptors) * shareOfDescriptors)
  return Math.min(setting, Math.max(affordable, 16))
}

/** The file descriptors that this process may open; Node has raised its soft limit by itself. */
function descriptorLimit(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    if (soft === 'unlimited') return Number.POSITIVE_INFINITY
    if (soft) return Number(soft)
  } catch {
    // Not on Linux.
  }
  return connectionLimits.descriptorsIfUnknown
}
