import type { Readable, Writable } from 'node:stream'
import type { ParseArgsConfig, parseArgs } from 'node:util'
import { OperatorError } from '../server/operator-error.ts'
import type { Settings } from '../server/settings/settings.ts'

/** What a command works with. */
export interface Context {
  /** The site's own settings. @throws StartError naming every invalid one, at the first use */
  readonly settings: Settings
  /** Results. */
  stdout: Writable
  /** Errors and, on a terminal, the progress of a long command. */
  stderr: Writable & { isTTY?: boolean }
  stdin: Readable & { isTTY?: boolean }
}

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>['values']

/** One of a group's commands. `Given` is what its group opens for it. */
export interface GroupCommand<Given, O extends Options = Options> {
  /** How it is called, and what it does, indented as the help shows it. */
  usage: string
  options?: O
  /** The minimum and the maximum number of arguments; none unless set. */
  arguments?: readonly [number, number]
  /**
   * Resolves to the exit code, or to undefined for 0.
   *
   * @throws UsageError, CommandError or StartError when it can't be done
   */
  run(given: Given, values: Values<O>, positionals: string[]): Promise<number | undefined>
}

/** One of the commands of `halvi`. Its usage has no `halvi`: `backup FILE [--force]`. */
export interface Command<O extends Options = Options> extends GroupCommand<Context, O> {
  /** What it does, in lines of at most 90 characters. */
  description: string
  /** Whole calls, each with its purpose: `['halvi backup /backups/today.tar', 'all, in one file']`. */
  examples: readonly (readonly [call: string, purpose: string])[]
}

/** Commands that work with the same things, called by a name of their own: `halvi leads list`. */
export interface Group<Given> {
  /** Its name, with which its errors begin. */
  name: string
  help: string
  commands: Readonly<Record<string, GroupCommand<Given>>>
  /** Opens what the commands work with while `work` runs. */
  use(context: Context, work: (given: Given) => Promise<unknown>): Promise<unknown>
}

// The values that `run` gets are parsed by its own options.
/** Types a command's values by its options. */
export const defineCommand = <const O extends Options>(command: Command<O>) =>
  command as unknown as Command

/** Returns the function that types the values of a group's commands by their options. */
export const definerOf =
  <Given>() =>
  <const O extends Options>(command: GroupCommand<Given, O>) =>
    command as unknown as GroupCommand<Given>

/** The command line makes no sense. Exits with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The command failed; the message is one line that says what to do. Exits with 1. */
export class CommandError extends OperatorError {
  override name = 'CommandError'
}
