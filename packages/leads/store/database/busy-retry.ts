import { setTimeout as sleep } from 'node:timers/promises'

/** Polling interval, in milliseconds. */
const pauseMs = 2

/**
 * Repeats `work` while another process writes to SQLite, for up to `timeoutMs`. It waits here because SQLite's own
 * busy timeout would block this process.
 *
 * @throws the last error
 */
export async function withBusyRetry<T>(work: () => Promise<T>, timeoutMs = 5_000): Promise<T> {
  const end = performance.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || performance.now() > end) throw error
      await sleep(pauseMs)
    }
  }
}

/** Returns whether an error means that another process is writing to the SQLite database. */
export function isLocked(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('SQLITE_BUSY')
}
