import type { Readable, Writable } from 'node:stream'
import type { ParseArgsConfig, parseArgs } from 'node:util'
import type { Settings } from 'halvi-site/settings/settings'
import { OperatorError } from '../server/operator-error.ts'

/** The settings and streams that a command uses. */
export interface Context {
  /** The site's settings, read at first use. @throws StartError that lists every invalid setting */
  readonly settings: Settings
  /** Receives the results. */
  stdout: Writable
  /** Receives errors and, on a terminal, the progress of a long command. */
  stderr: Writable & { isTTY?: boolean }
  stdin: Readable & { isTTY?: boolean }
}

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>['values']

/** One of a group's commands. The group opens its `Tools`, such as a database, and closes them afterwards. */
export interface GroupCommand<Tools, O extends Options = Options> {
  /** The syntax and the description, indented as in the help. */
  usage: string
  options?: O
  /** The minimum and the maximum number of arguments. Without it the command takes no arguments. */
  arguments?: readonly [number, number]
  /**
   * Runs the command. Resolves to the exit code; any other value means 0.
   *
   * @throws UsageError, CommandError or StartError when it fails
   */
  run(tools: Tools, values: Values<O>, positionals: string[]): Promise<unknown>
}

/** One of the commands of `halvi`. Its `usage` starts with the command's name: `backup FILE [--force]`. */
export interface Command<O extends Options = Options> extends GroupCommand<Context, O> {
  /** The description for the help, in lines of at most 90 characters. */
  description: string
  /** Complete command lines, each with its purpose: `['halvi backup --list', 'lists the backups']`. */
  examples: readonly (readonly [call: string, purpose: string])[]
}

/** Commands that share their tools and a first word: `halvi leads list`, `halvi leads export`. */
export interface Group<Tools> {
  /** The group's first word, which also starts its error lines: `leads: …`. */
  name: string
  help: string
  commands: Readonly<Record<string, GroupCommand<Tools>>>
  /** Opens the tools, calls `work` with them, and closes them. */
  use(context: Context, work: (tools: Tools) => Promise<unknown>): Promise<unknown>
}

// The cast is safe: `run` is only called with values that were parsed with the command's own options.
/** Returns the command unchanged, and infers the types of its values from its options. */
export const defineCommand = <const O extends Options>(command: Command<O>) =>
  command as unknown as Command

/** Returns a function like `defineCommand` for the commands of one group. */
export const definerOf =
  <Tools>() =>
  <const O extends Options>(command: GroupCommand<Tools, O>) =>
    command as unknown as GroupCommand<Tools>

/** An invalid command line. Exits with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A command failed. The message is one line that says what happened and what to do. Exits with 1. */
export class CommandError extends OperatorError {
  override name = 'CommandError'
}
