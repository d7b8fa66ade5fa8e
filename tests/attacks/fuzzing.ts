import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { RunningSite } from '../running-site.ts'

/** Timeout of a fuzzing test, in milliseconds. */
export const fuzzTimeoutMs = 900_000

/**
 * Options of fast-check. A failure prints its seed and path. `FUZZ_SEED=… FUZZ_PATH=… NIGHTLY=1 npx vitest run
 * tests/attacks/fuzz-…` repeats it. Shrinking stops before the test's own timeout.
 */
const fuzzing = {
  seed: Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31)),
  ...(process.env.FUZZ_PATH && { path: process.env.FUZZ_PATH }),
  interruptAfterTimeLimit: fuzzTimeoutMs * 0.7,
}

/**
 * Runs up to `numRuns` cases, as many as time permits. Prints the seed and the number of cases that ran.
 *
 * @throws Error with the smallest case that fails
 */
export async function fuzz<Case>(
  property: fc.IAsyncPropertyWithHooks<Case>,
  numRuns: number,
): Promise<void> {
  console.info(`FUZZ_SEED=${fuzzing.seed}`)
  const outcome = await fc.check(property, { ...fuzzing, numRuns })
  const reason = outcome.interrupted ? ': the time limit was reached' : ''
  console.info(`${outcome.numRuns} of ${numRuns} cases ran${reason}`)
  if (outcome.failed) throw new Error(fc.defaultReportMessage(outcome))
}

interface LogLine {
  level: number
  msg: string
}

/** Errors in the log that are not faults of the program. */
const expected: { why: string; is(line: LogLine): boolean }[] = [
  { why: 'the request log reports each 5xx as an error', is: ({ msg }) => /^\S+ 503$/.test(msg) },
]

/** Asserts that the log has no unexpected errors. A line that is not JSON is an error, from Node itself. */
export function expectNoErrorsIn({ lines }: RunningSite): void {
  const errors = lines.filter((text) => {
    if (!text.startsWith('{')) return true
    const line = JSON.parse(text) as LogLine
    return line.level >= 50 && !expected.some(({ is }) => is(line))
  })
  expect(errors).toEqual([])
}
