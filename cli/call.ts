import type { Writable } from 'node:stream'
import { inspect, parseArgs } from 'node:util'
import { reasonOf } from 'halvi-runtime/reason'
import { OperatorError } from '../server/operator-error.ts'
import { StartError } from '../server/settings/start-error.ts'
import { CommandError, type Context, type Group, type GroupCommand, UsageError } from './command.ts'

/** Whether a first argument asks for the help of everything. */
export const isHelp = (name: string) => ['--help', '-h', 'help'].includes(name)

/** Returns the entry with this name. @throws UsageError if the name is unknown */
export function named<Value>(all: Readonly<Record<string, Value>>, name: string): Value {
  const found = Object.hasOwn(all, name) ? all[name] : undefined
  if (found !== undefined) return found
  throw new UsageError(name ? `There is no command ${name}` : 'Which command?')
}

/** Parses the arguments of a command. @throws UsageError when they make no sense */
export function parse<Given>(command: GroupCommand<Given>, args: string[]) {
  const { options = {}, arguments: [min, max] = [0, 0] } = command
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(reasonOf(error))
  }
  if (parsed.positionals.length < min) throw new UsageError('An argument is missing')
  if (parsed.positionals.length > max) throw new UsageError('There are too many arguments')
  return parsed
}

/**
 * Runs one of a group's commands with the arguments after the group's name. Resolves to the exit code. Every error,
 * one of a database as well, is one line on `stderr`.
 */
export async function callGroup<Given>(
  { name, help, commands, use }: Group<Given>,
  [command = '', ...args]: string[],
  context: Context,
): Promise<number> {
  try {
    if (isHelp(command) || args.includes('--help')) {
      context.stdout.write(help)
      return 0
    }
    const called = named(commands, command)
    const { values, positionals } = parse(called, args)
    await use(context, (given) => called.run(given, values, positionals))
    return 0
  } catch (error) {
    const known = error instanceof UsageError ? error : new CommandError(reasonOf(error))
    return reportFailure(name, known, context.stderr)
  }
}

/**
 * Writes why a program failed: one line where the operator can fix it, otherwise, for a fault of ours, the stack.
 * Returns the exit code.
 */
export function reportFailure(program: string, error: unknown, stderr: Writable): number {
  const isUsage = error instanceof UsageError
  const isKnown = isUsage || error instanceof OperatorError || error instanceof StartError
  const line = `${program}: ${reasonOf(error)}${isUsage ? '; see --help' : ''}`
  stderr.write(`${isKnown ? line : inspect(error)}\n`)
  return isUsage ? 2 : 1
}
