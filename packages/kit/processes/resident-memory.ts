import { readFileSync } from 'node:fs'

/** Polling interval. Native code allocates up to 1,000 MB per second, so the limit can be exceeded by 10 MB. */
const INTERVAL_MS = 10

/**
 * Calls `onExceeded` once when a process holds more resident memory than `megabytes`. A V8 heap limit does not cover
 * memory of native code. Returns a function that stops watching. Works on Linux only; does nothing elsewhere.
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

/** Returns the resident memory of a process; 0 if it has exited, or without /proc. */
function residentMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}
