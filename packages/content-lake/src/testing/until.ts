import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves when a condition holds. For conditions that change without an event. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(2)
}
