import type { ChildProcess } from 'node:child_process'
import { forkProgram } from 'halvi-runtime/processes/fork-program'
import { workerProgram } from 'halvi-runtime/processes/fork-worker'

/** What a URL of PostgreSQL leaves out. */
export const postgresVariables = /^PG/

/** Returns a program that reads leads: a bundle beside this file, or the source while this is one. */
export function leadsProgram(source: string, bundle: string): URL {
  return workerProgram(source, bundle, import.meta.url)
}

/** Starts the program that exports leads, of lower priority than this process. */
export function forkExport(heapMegabytes: number): ChildProcess {
  return forkProgram(leadsProgram('./export-program.ts', './leads-export.js'), {
    nodeOptions: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'ignore'],
    passed: [postgresVariables],
    priority: 10,
  })
}
