import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { RunningSite } from '../running-site.ts'
import { isLong, times } from './circumstances.ts'

/** Each is asked for within this time, in milliseconds. */
export const fuzzTimeoutMs = times(120_000, 3_600_000)

/**
 * Which cases: the same at each `npm test`, others at each long run. A failure prints its seed and its path, and `FUZZ_SEED=… FUZZ_PATH=… npx vitest run
 * tests/attacks/fuzz-…` makes it again. Time to make a failure smaller ends before the test's own.
 */
const fuzzing = {
  seed: Number(process.env.FUZZ_SEED ?? (isLong ? randomInt(2 ** 31) : 1)),
  ...(process.env.FUZZ_PATH && { path: process.env.FUZZ_PATH }),
  interruptAfterTimeLimit: fuzzTimeoutMs * 0.7,
}

/**
 * Tries so many cases, or those for which there is time; prints which, and how many of them ran.
 *
 * @throws Error with the smallest case that fails
 */
export async function fuzz<Case>(
  property: fc.IAsyncPropertyWithHooks<Case>,
  numRuns: number,
): Promise<void> {
  console.info(`FUZZ_SEED=${fuzzing.seed}`)
  const outcome = await fc.check(property, { ...fuzzing, numRuns })
  const cut = outcome.interrupted ? ': there was no time for more' : ''
  console.info(`${outcome.numRuns} of ${numRuns} cases ran${cut}`)
  if (outcome.failed) throw new Error(fc.defaultReportMessage(outcome))
}

interface LogLine {
  level: number
  msg: string
}

/** Errors in the log that are none of the program's. */
const expected: { why: string; is(line: LogLine): boolean }[] = [
  { why: 'the request log calls each 5xx an error', is: ({ msg }) => /^\S+ 503$/.test(msg) },
]

/** Nothing that went wrong inside is in the log. Lines of other formats are the runtime's own. */
export function expectNoErrorsIn({ lines }: RunningSite): void {
  const errors = lines.filter((text) => {
    if (!text.startsWith('{')) return true
    const line = JSON.parse(text) as LogLine
    return line.level >= 50 && !expected.some(({ is }) => is(line))
  })
  expect(errors).toEqual([])
}
