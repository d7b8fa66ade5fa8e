import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * Waits for a child process. Resolves to its exit code, or to null if it was killed. Until then, forwards SIGTERM,
 * SIGINT, and SIGHUP from this process to the child.
 */
export async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  const forward = (signal: NodeJS.Signals) => void child.kill(signal)
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, forward)
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  } finally {
    for (const signal of signals) process.off(signal, forward)
  }
}
