import type { Logger } from 'pino'

/** Bounds what strangers can have written into the log. */
export interface LogBudget {
  /** Whether one more line may be written in this second. */
  take(): boolean
}

/**
 * So many lines a second. What is left out is counted, and told in one line once the second is over.
 *
 * @param what as it stands in that line: "requests", for example
 */
export function logBudget(linesPerSecond: number, what: string, log: Logger): LogBudget {
  let written = 0
  let leftOut = 0
  let isCounting = false
  const end = () => {
    if (leftOut > 0) log.warn({ leftOut }, `${what} left out of the log`)
    written = 0
    leftOut = 0
    isCounting = false
  }
  return {
    take() {
      if (!isCounting) setTimeout(end, 1_000).unref()
      isCounting = true
      if (written < linesPerSecond) {
        written++
        return true
      }
      leftOut++
      return false
    },
  }
}
