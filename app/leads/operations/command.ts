import type { Writable } from 'node:stream'
import type { ParseArgsConfig, parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import type { Erasing } from '../staff/erase/empty-leads.ts'
import type { LeadTables } from '../store/database.ts'

/** What a command works with. */
export interface Tools extends Erasing {
  database: Kysely<LeadTables>
  /** The folder of the data. */
  dataDir: string
  /** The database's file, where leads are in SQLite. */
  file?: string
  /** The database's address, where leads are in PostgreSQL. */
  databaseUrl?: string
  /** Whether a form-collection endpoint is set, to which a site on these settings delivers. */
  delivers: boolean
  /** Results; personal data goes nowhere else. */
  out: Writable
  /** Shows how far a long command is, over and over in one line; absent where nobody watches. */
  progress?: (text: string) => void
  /** Asks a person; absent where there is none. */
  confirm?: (question: string) => Promise<boolean>
}

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>['values']

/** One of the operators' commands. */
export interface Command<O extends Options = Options> {
  /** How it is called, and what it does. */
  usage: string
  options: O
  /** The fewest and the most arguments that it takes. */
  arguments: readonly [number, number]
  /** @throws UsageError, or CommandError when it could not be done */
  run(tools: Tools, values: Values<O>, positionals: string[]): Promise<void>
}

/** Types a command's values by its options. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  // The values that `run` gets are parsed by these very options.
  return command as unknown as Command
}

/** Called in a way that makes no sense. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What was asked for could not be done, for a reason that its operator can mend. */
export class CommandError extends Error {
  override name = 'CommandError'
}
