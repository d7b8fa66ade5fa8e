import type { Writable } from 'node:stream'
import { inspect, parseArgs } from 'node:util'
import { StartError } from 'halvi-kit/processes/start-error'
import { reasonOf } from 'halvi-kit/reason'
import { OperatorError } from '../server/operator-error.ts'
import { CommandError, type Context, type Group, type GroupCommand, UsageError } from './command.ts'

/** Returns whether the first argument asks for the help of the whole program. */
export const isHelp = (name: string) => ['--help', '-h', 'help'].includes(name)

/** Returns the command with this name. @throws UsageError if the name is unknown or empty */
export function findCommand<Value>(all: Readonly<Record<string, Value>>, name: string): Value {
  const found = Object.hasOwn(all, name) ? all[name] : undefined
  if (found !== undefined) return found
  throw new UsageError(name ? `Unknown command: ${name}` : 'A command is required')
}

/** Parses the arguments of a command. @throws UsageError if they are invalid */
export function parse<Tools>(command: GroupCommand<Tools>, args: string[]) {
  const { options = {}, arguments: [min, max] = [0, 0] } = command
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(reasonOf(error))
  }
  if (parsed.positionals.length < min) throw new UsageError('An argument is missing')
  if (parsed.positionals.length > max) throw new UsageError('Too many arguments')
  return parsed
}

/**
 * Runs one of a group's commands with the arguments that follow the group's name. Resolves to the exit code. Writes
 * every error as one line to `stderr`, including errors of the database.
 */
export async function callGroup<Tools>(
  { name, help, commands, use }: Group<Tools>,
  [command = '', ...args]: string[],
  context: Context,
): Promise<number> {
  try {
    if (isHelp(command) || args.includes('--help')) {
      context.stdout.write(help)
      return 0
    }
    const called = findCommand(commands, command)
    const { values, positionals } = parse(called, args)
    await use(context, (tools) => called.run(tools, values, positionals))
    return 0
  } catch (error) {
    const known = error instanceof UsageError ? error : new CommandError(reasonOf(error))
    return reportFailure(name, known, context.stderr)
  }
}

/**
 * Writes why a program failed and returns the exit code. Errors that an operator can fix are one line; for any other
 * error, a bug of ours, the output is the error with its stack and cause.
 */
export function reportFailure(program: string, error: unknown, stderr: Writable): number {
  const isUsage = error instanceof UsageError
  const isKnown = isUsage || error instanceof OperatorError || error instanceof StartError
  const line = `${program}: ${reasonOf(error)}${isUsage ? '; see --help' : ''}`
  stderr.write(`${isKnown ? line : inspect(error)}\n`)
  return isUsage ? 2 : 1
}
