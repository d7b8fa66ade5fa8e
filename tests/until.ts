import { setTimeout as pause } from 'node:timers/promises'

/**
 * Resolves to the value of a function as soon as the value is as expected; by default, when it is truthy. For states
 * of other processes that cause no event in a test.
 *
 * @throws Error with the last value after `limitMs`, which is long enough for a busy machine
 */
export async function until<Value>(
  read: () => Value | Promise<Value>,
  isExpected: (value: Awaited<Value>) => boolean = Boolean,
  limitMs = 60_000,
): Promise<NonNullable<Awaited<Value>>> {
  const end = performance.now() + limitMs
  for (;;) {
    const value = await read()
    if (isExpected(value)) return value as NonNullable<Awaited<Value>>
    if (performance.now() > end) throw new Error(`Not reached: ${read}, ${JSON.stringify(value)}`)
    await pause(10)
  }
}
