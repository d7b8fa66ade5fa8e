import { setTimeout as sleep } from 'node:timers/promises'

/** How often it looks, in milliseconds. */
const pause = 20

/**
 * Runs `work` again for as long as SQLite says that another process is writing. Waits here rather
 * than in SQLite, whose own waiting would stop everything else that this process does.
 *
 * @param timeoutMs how long, in milliseconds
 * @throws what `work` throws, `SQLITE_BUSY` when the other has not ended by then
 */
export async function withBusyRetry<T>(work: () => Promise<T>, timeoutMs = 5_000): Promise<T> {
  const end = performance.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || performance.now() > end) throw error
      await sleep(pause)
    }
  }
}

/** Whether an error says that another process is writing to the SQLite database. */
export function isLocked(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('SQLITE_BUSY')
}
