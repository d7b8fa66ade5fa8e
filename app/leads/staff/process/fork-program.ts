import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'

/**
 * Starts one of the programs that read leads, of lower priority than this process: a bundle beside this
 * one, or the source while this is one.
 *
 * @param heapMegabytes its JavaScript heap; beyond that it dies
 * @param stdout whether somebody reads its standard output
 */
export function forkProgram(
  source: string,
  bundle: string,
  heapMegabytes: number,
  stdout: 'ignore' | 'pipe',
): ChildProcess {
  const { url } = import.meta
  const isSource = url.endsWith('.ts')
  const child = fork(new URL(isSource ? source : bundle, url), {
    execArgv: [...(isSource ? ['--import', 'tsx'] : []), `--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', stdout, 'ignore', 'ipc'],
  })
  if (child.pid !== undefined) lowerPriority(child.pid)
  return child
}

function lowerPriority(pid: number): void {
  try {
    // Visitors go first.
    setPriority(pid, 5)
  } catch {
    // It is gone already, which its exit tells.
  }
}
