import { workerProgram } from 'halvi-runtime/processes/fork-worker'

/** Environment variables with PostgreSQL settings that a URL does not contain. */
export const postgresVariables = /^PG/

/** Returns the URL of a program that reads leads: the bundle, or the TypeScript file during development. */
export function leadsProgram(source: string, bundle: string): URL {
  return workerProgram(source, bundle, import.meta.url)
}
