import type { Log } from 'halvi-runtime/log'
import type { History } from './history.ts'

const DAY_MS = 86_400_000
/** Transactions forgotten at once: some milliseconds of work. */
const STEP = 50
/** Milliseconds between two steps, for everything else. */
const PAUSE = 20
/** Days of history that are forgotten at most in a day: what a clock that is wrong can cost. */
const MOST_DAYS = 2

/** Prunes history now and once a day, in small steps, until the returned function is called. See `pruneBefore`. */
export function keepHistory(history: History, days: number, log?: Log): () => void {
  let before = ''
  let timer = setTimeout(begin, 0).unref()

  function begin(): void {
    try {
      before = pruneBefore(history, days)
    } catch (err) {
      notNow(err)
      timer = setTimeout(begin, DAY_MS).unref()
      return
    }
    step(0)
  }

  function step(sofar: number): void {
    let forgotten = 0
    try {
      forgotten = history.prune(before, STEP)
    } catch (err) {
      notNow(err)
    }
    const total = sofar + forgotten
    const isDone = forgotten < STEP
    if (isDone && total > 0) log?.info({ transactions: total, days }, 'old history forgotten')
    timer = (isDone ? setTimeout(begin, DAY_MS) : setTimeout(step, PAUSE, total)).unref()
  }

  /** Somebody else may hold the file, or the disk be full: the next day will do. */
  function notNow(err: unknown): void {
    log?.warn({ err }, 'old history of the content lake could not be forgotten')
  }

  return () => clearTimeout(timer)
}

/**
 * Before which time (ISO 8601) history may be forgotten today. "Now" is the newest transaction's
 * time unless the clock's is earlier, so that a clock which jumps ahead makes nothing old. Should
 * somebody write while it is ahead, it costs two days of the oldest history for each day that it
 * is, rather than all: no more than that is forgotten at once. A site that was down catches up. What
 * was written behind a time that has yet to come is kept until then.
 */
export function pruneBefore(history: History, days: number, clock = Date.now()): string {
  const ends = history.ends()
  if (!ends) return ''
  const [oldest, newest] = [Date.parse(ends.oldest), Date.parse(ends.newest)]
  const allowed = Math.min(clock, newest) - days * DAY_MS
  return new Date(Math.max(0, Math.min(allowed, oldest + MOST_DAYS * DAY_MS))).toISOString()
}
