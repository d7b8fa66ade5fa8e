import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Kills a process and resolves when it has exited. Until then, it holds locks on the databases that it reads. */
export async function killAndWait(child: ChildProcess): Promise<void> {
  // A process without an id never started.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
