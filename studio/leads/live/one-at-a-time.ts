/**
 * Makes a task that is never done twice at once: whatever asks for it while it is being done has it done once more
 * afterwards. What it fails of is left to whoever does it.
 *
 * @param signal ends it; it is not done again from then on
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
