import { readFileSync } from 'node:fs'

/** Linux counts processor time in ticks of this length. */
const TICK_MS = 10

/** Returns the processor time that a process has used, in milliseconds; 0 if it has exited, or without /proc. */
export function processorMs(pid: number): number {
  try {
    // The name of the program comes first, in parentheses, and may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')
    return (Number(fields?.[11]) + Number(fields?.[12])) * TICK_MS
  } catch {
    return 0
  }
}
