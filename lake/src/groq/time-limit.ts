import { createContext, Script } from 'node:vm'

export class TimeLimitError extends Error {
  override name = 'TimeLimitError'
}

const ATTEMPTS = 3
const context = createContext({ work: undefined })
const script = new Script('work()')

/**
 * Does synchronous work and ends it when its time is up, also in a loop, a regular expression or a sort; costs
 * about 0.1 ms. The work must change nothing that survives it: no `catch` or `finally` runs in it then. Work that
 * has hardly run, on a busy machine, is started again, at most twice. Throws a `TimeLimitError`.
 */
export function withTimeLimit<Result>(milliseconds: number, work: () => Result): Result {
  for (let attempt = 1; ; attempt++) {
    const before = process.cpuUsage()
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
