import type { Log } from '../options.ts'
import { daysAgo, type History } from './history.ts'

const DAY_MS = 86_400_000
/** Transactions forgotten at once: some milliseconds of work. */
const STEP = 50
/** Milliseconds between two steps, for everything else. */
const PAUSE = 20

/**
 * Forgets history older than so many days, now and once a day, in small steps beside other work,
 * until the returned function is called.
 */
export function keepHistory(history: History, days: number, log?: Log): () => void {
  let timer = setTimeout(step, 0, 0).unref()

  function step(before: number): void {
    let forgotten = 0
    try {
      forgotten = history.prune(daysAgo(days), STEP)
    } catch (err) {
      // Somebody else may hold the file, or the disk be full: the next day will do.
      log?.warn({ err }, 'old history of the content lake could not be forgotten')
    }
    const total = before + forgotten
    const isDone = forgotten < STEP
    if (isDone && total > 0) log?.info({ transactions: total, days }, 'old history forgotten')
    timer = setTimeout(step, isDone ? DAY_MS : PAUSE, isDone ? 0 : total).unref()
  }

  return () => clearTimeout(timer)
}
