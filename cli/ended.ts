import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * Resolves to the exit code of a program, null where it was killed. What is sent to this process
 * reaches it meanwhile.
 */
export async function ended(child: ChildProcess): Promise<number | null> {
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal)
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, passOn)
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  } finally {
    for (const signal of signals) process.off(signal, passOn)
  }
}
