import type { ChildProcess } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { forkProgram as forkAnyProgram } from 'halvi-runtime/processes/fork-program'

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
  return forkAnyProgram(new URL(isSource ? source : bundle, url), {
    nodeOptions: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', stdout, 'ignore'],
    // What a URL of PostgreSQL leaves out.
    passed: [/^PG/],
    priority: 10,
  })
}
