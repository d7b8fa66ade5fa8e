import type { ChildProcess } from 'node:child_process'
import { forkProgram as forkAnyProgram } from 'halvi-runtime/processes/fork-program'

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
  return forkAnyProgram(new URL(url.endsWith('.ts') ? source : bundle, url), {
    nodeOptions: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', stdout, 'ignore'],
    // What a URL of PostgreSQL leaves out.
    passed: [/^PG/],
    priority: 10,
  })
}
