/**
 * Serializes a task: calls made while it runs schedule exactly one more run. Its failures are ignored.
 *
 * @param signal stops further runs
 */
export function oneAtATime(task: () => Promise<void>, signal: AbortSignal): () => void {
  let isRunning = false
  let isRequested = false
  const run = async () => {
    isRunning = true
    do {
      isRequested = false
      await task().catch(() => {})
    } while (isRequested && !signal.aborted)
    isRunning = false
  }
  return () => {
    isRequested = true
    if (!isRunning && !signal.aborted) void run()
  }
}
