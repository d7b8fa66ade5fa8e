import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs `work`. Until it ends, calls `listener` for SIGTERM, SIGINT, and SIGHUP, which then do not end this process.
 * Resolves to the result of `work`.
 */
export async function withStopSignals<Result>(
  listener: (signal: NodeJS.Signals) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, listener)
  try {
    return await work()
  } finally {
    for (const signal of signals) process.off(signal, listener)
  }
}

/**
 * Waits for a child process. Resolves to its exit code, or to null if it was killed. Until then, forwards signals to
 * stop from this process to the child.
 */
export async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  const forward = (signal: NodeJS.Signals) => void child.kill(signal)
  const [code] = await withStopSignals(forward, () => once(child, 'exit'))
  return code
}
