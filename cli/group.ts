import { reasonOf } from 'halvi-runtime/reason'
import { isHelp, named, parse, tellFailure } from './call.ts'
import { type Callable, CommandError, type Context, UsageError } from './command.ts'

/** One of a group's commands. */
export interface GroupCommand<
  Given,
  O extends Callable<Given>['options'] = Callable<Given>['options'],
> extends Callable<Given, O> {
  /** How it is called, and what it does, indented as the help shows it. */
  usage: string
}

/** Commands that work with the same, called by a name of their own: `halvi leads list`. */
export interface Group<Given> {
  /** Its name, with which what it says of errors begins. */
  name: string
  help: string
  commands: Readonly<Record<string, GroupCommand<Given>>>
  /** Opens what the commands work with, for as long as one of them takes. */
  use(context: Context, work: (given: Given) => Promise<unknown>): Promise<unknown>
}

/** Makes what types a command's values by its options, for the commands of a group. */
export const definerOf =
  <Given>() =>
  <const O extends Callable<Given>['options']>(
    command: GroupCommand<Given, O>,
  ): GroupCommand<Given> =>
    // The values that `run` gets are parsed by these very options.
    command as unknown as GroupCommand<Given>

/**
 * Runs one of a group's commands with the arguments after the group's name. Resolves to the exit code; what went
 * wrong is told in one line on `stderr`, a fault of a database too.
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
    const told = error instanceof UsageError ? error : new CommandError(reasonOf(error))
    return tellFailure(name, told, context.stderr)
  }
}
