import type { Writable } from 'node:stream'
import { inspect, parseArgs } from 'node:util'
import { reasonOf } from 'halvi-runtime/reason'
import { StartError } from '../server/settings/start-error.ts'
import { type Callable, CommandError, UsageError } from './command.ts'

/** Whether a first argument asks for the help of all. */
export const isHelp = (name: string) => ['--help', '-h', 'help'].includes(name)

/** One of several by its name. @throws UsageError when there is none of that name */
export function named<Value>(all: Readonly<Record<string, Value>>, name: string): Value {
  const found = Object.hasOwn(all, name) ? all[name] : undefined
  if (found !== undefined) return found
  throw new UsageError(name ? `There is no command ${name}` : 'Which command?')
}

/** Reads what a command was called with. @throws UsageError when that makes no sense */
export function parse<Given>(
  { options, arguments: [fewest, most] }: Callable<Given>,
  args: string[],
) {
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(reasonOf(error))
  }
  if (parsed.positionals.length < fewest) throw new UsageError('An argument is missing')
  if (parsed.positionals.length > most) throw new UsageError('There are too many arguments')
  return parsed
}

/**
 * Tells why a program has failed: what an operator can mend in one line, anything else, a fault of ours, with
 * its stack. Returns the exit code.
 */
export function tellFailure(program: string, error: unknown, stderr: Writable): number {
  const isUsage = error instanceof UsageError
  const isTold = isUsage || error instanceof CommandError || error instanceof StartError
  const line = `${program}: ${reasonOf(error)}${isUsage ? '; see --help' : ''}`
  stderr.write(`${isTold ? line : inspect(error)}\n`)
  return isUsage ? 2 : 1
}
