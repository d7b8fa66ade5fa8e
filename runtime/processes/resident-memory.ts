import { readFileSync } from 'node:fs'

/** Native code takes some 1,000 MB a second: the bound can be passed by 10. */
const INTERVAL_MS = 10

/**
 * Calls `onExceeded` once a process holds more resident memory than so many megabytes: a V8 heap limit
 * knows nothing of what native code takes up. What it returns ends the watch. Linux alone tells so
 * cheaply; elsewhere nothing is watched.
 */
export function watchResidentMemory(
  pid: number,
  megabytes: number,
  onExceeded: () => void,
): () => void {
  const timer = setInterval(() => {
    if (residentMegabytes(pid) > megabytes) {
      clearInterval(timer)
      onExceeded()
    }
  }, INTERVAL_MS)
  return () => clearInterval(timer)
}

/** 0 for a process that has gone, and where there is no /proc. */
function residentMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}
