import type { ChildProcess } from 'node:child_process'
import { forkProgram } from 'halvi-runtime/processes/fork-program'
import { workerProgram } from 'halvi-runtime/processes/fork-worker'

/** Environment variables with PostgreSQL settings that a URL does not contain. */
export const postgresVariables = /^PG/

/** Returns the URL of a program that reads leads: the bundle, or the TypeScript file during development. */
export function leadsProgram(source: string, bundle: string): URL {
  return workerProgram(source, bundle, import.meta.url)
}

/** Starts the export program with a lower priority than this process. */
export function forkExport(heapMegabytes: number): ChildProcess {
  return forkProgram(leadsProgram('./export-program.ts', './leads-export.js'), {
    nodeOptions: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'ignore'],
    passed: [postgresVariables],
    priority: 10,
  })
}
