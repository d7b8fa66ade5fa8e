import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Lets a site beside this process go first, in all of its threads, and ends with the one that started it. */
export function workBesideSite(): void {
  process.on('disconnect', () => process.exit(1))
  // To listen for that keeps no process alive.
  process.channel?.unref()
  // On Linux a priority is a thread's.
  for (const thread of threads()) {
    try {
      setPriority(thread, 10)
    } catch {
      // It has ended, or the system has no priorities.
    }
  }
}

function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [process.pid]
  }
}
