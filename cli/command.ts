import type { Readable, Writable } from 'node:stream'
import type { ParseArgsConfig, parseArgs } from 'node:util'
import type { Settings } from '../server/settings/settings.ts'

/** What a command works with. */
export interface Context {
  /** The site's own settings. @throws StartError naming every wrong one, when it is first asked for */
  readonly settings: Settings
  /** Results. */
  stdout: Writable
  /** What went wrong and, on a terminal, how far a long command is. */
  stderr: Writable & { isTTY?: boolean }
  stdin: Readable & { isTTY?: boolean }
}

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>['values']

/** What is called with options and arguments. */
export interface Callable<Given, O extends Options = Options> {
  options: O
  /** The fewest and the most arguments that it takes. */
  arguments: readonly [number, number]
  /**
   * Resolves to the exit code, 0 when it is nothing.
   *
   * @throws UsageError, or CommandError or StartError when it could not be done
   */
  run(given: Given, values: Values<O>, positionals: string[]): Promise<number | undefined>
}

/** One of the commands of `halvi`. */
export interface Command<O extends Options = Options> extends Callable<Context, O> {
  /** How it is called, without `halvi`: `backup FILE [--force]`. */
  usage: string
  /** What it does, in lines of at most 90 characters. */
  description: string
  /** Whole calls, each with what it is for: `['halvi backup /backups/today.tar', 'all, in one file']`. */
  examples: readonly (readonly [call: string, what: string])[]
}

/** Types a command's values by its options. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  // The values that `run` gets are parsed by these very options.
  return command as unknown as Command
}

/** Called in a way that makes no sense. Ends with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** It could not be done; the message is one line that says what to do. Ends with 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}
