import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'

/**
 * Starts one of the programs that read leads, of lower priority than this process: a bundle beside this
 * one, or the source while this is one. For that, too, bundles are taken from the folder that
 * `LEADS_PROGRAMS` names: they start in a quarter of the time.
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
  const { LEADS_PROGRAMS: folder } = process.env
  const url = folder ? pathToFileURL(folder).href : import.meta.url
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
    setPriority(pid, 10)
  } catch {
    // It is gone already, which its exit tells.
  }
}
