/**
 * Serializes a task: calls made while it runs schedule exactly one more run. Its failures are ignored.
 *
 * @param signal stops further runs
 */
export function oneAtATime(task: () => Promise<void>, signal: AbortSignal): () => void {
  let isUnderWay = false
  let isAskedAgain = false
  const run = async () => {
    isUnderWay = true
    do {
      isAskedAgain = false
      await task().catch(() => {})
    } while (isAskedAgain && !signal.aborted)
    isUnderWay = false
  }
  return () => {
    isAskedAgain = true
    if (!isUnderWay && !signal.aborted) void run()
  }
}
