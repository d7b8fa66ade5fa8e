import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { createContext, Script } from 'node:vm'
import { RetryLaterError } from '../errors/errors.ts'

export class TimeLimitError extends Error {
  override name = 'TimeLimitError'
}

const ATTEMPTS = 3
const context = createContext({ work: undefined })
const script = new Script('work()')

/**
 * Runs synchronous work and stops it after the timeout, even in a loop, a regular expression, or a sort. Costs about
 * 0.1 ms. Throws a `TimeLimitError`, or a `RetryLaterError` 503 while no file descriptor is free.
 *
 * The work must not change state outside of it, because its `catch` and `finally` blocks do not run when it is
 * stopped. If the work got little CPU time because the machine is busy, it is started again, at most twice.
 */
export function withTimeLimit<Result>(milliseconds: number, work: () => Result): Result {
  for (let attempt = 1; ; attempt++) {
    const before = process.cpuUsage()
    checkDescriptors()
    try {
      context.work = work
      return script.runInContext(context, { timeout: milliseconds }) as Result
    } catch (error) {
      if ((error as NodeJS.ErrnoException | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT')
        throw error
      const { user, system } = process.cpuUsage(before)
      const hasRun = (user + system) / 1000 > milliseconds / 2
      if (!hasRun && attempt < ATTEMPTS) continue
      throw new TimeLimitError(`Took more than ${milliseconds} ms`)
    } finally {
      context.work = undefined
    }
  }
}

/** The file descriptors that a timeout of `vm` needs. If they can't be opened, native code ends the process. */
const TIMEOUT_DESCRIPTORS = 4

function checkDescriptors(): void {
  const opened: number[] = []
  try {
    while (opened.length < TIMEOUT_DESCRIPTORS) opened.push(openSync(devNull, 'r'))
  } catch {
    throw new RetryLaterError(503, 'Too many files are open. Please try again in a few seconds', 5)
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
