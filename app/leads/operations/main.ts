import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { pino } from 'pino'
import { formNames } from '../forms/forms.ts'
import { reasonOf } from '../reason.ts'
import { ErasedList } from '../staff/erase/erased-list.ts'
import { withBusyRetry } from '../store/busy-retry.ts'
import { openDatabase } from '../store/database.ts'
import { storeClock } from '../store/store-clock.ts'
import { audit } from './audit.ts'
import { backup } from './backup.ts'
import { type Command, CommandError, type Tools, UsageError } from './command.ts'
import { erase } from './erase.ts'
import { exportLeads } from './export.ts'
import { list } from './list.ts'
import { reErase } from './re-erase.ts'
import { replay } from './replay.ts'
import { retention } from './retention.ts'
import { show } from './show.ts'
import { stats } from './stats.ts'

const commands: Record<string, Command> = {
  list,
  show,
  export: exportLeads,
  replay,
  erase,
  're-erase': reErase,
  retention,
  audit,
  backup,
  stats,
}

const help = `Usage: leads COMMAND

${Object.values(commands)
  .map(({ usage }) => usage)
  .join('\n\n')}

FORM is ${formNames.join(', ')}.
Works on the leads in DATA_DIR, or in DATABASE_URL where that is set, while the site runs or not.
Times are in UTC. Exits with 1 when it could not be done, with 2 when it was called wrongly.
`

/** Where the leads are. */
export interface Source {
  dataDir: string
  databaseUrl?: string
  endpointUrl?: string
}

/** Where a command writes and who answers its questions; the process's own streams, or a test's. */
export interface Streams {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
}

/**
 * Runs one of the operators' commands with the arguments after the program's name. Resolves to the
 * exit code; what went wrong is told in one line on `stderr`.
 */
export async function main(args: string[], source: Source, streams: Streams): Promise<number> {
  const { stdout, stderr } = streams
  try {
    const [name = '', ...rest] = args
    if (['--help', '-h', 'help'].includes(name) || rest.includes('--help')) {
      stdout.write(help)
      return 0
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new UsageError(name ? `There is no command ${name}` : 'Which command?')
    const { values, positionals } = parse(command, rest)
    await withTools(source, streams, (tools) => command.run(tools, values, positionals))
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    stderr.write(`leads: ${reasonOf(error)}${isUsage ? '; see --help' : ''}\n`)
    return isUsage ? 2 : 1
  }
}

function parse(command: Command, args: string[]) {
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args, options: command.options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(reasonOf(error))
  }
  const { length } = parsed.positionals
  const [fewest, most] = command.arguments
  if (length < fewest) throw new UsageError('An argument is missing')
  if (length > most) throw new UsageError('There are too many arguments')
  return parsed
}

/** How long a command waits while the site is writing, in milliseconds. */
const busyTimeoutMs = 10_000

async function withTools(source: Source, streams: Streams, run: (tools: Tools) => Promise<void>) {
  const { dataDir, databaseUrl, endpointUrl } = source
  const file = databaseUrl ? undefined : join(dataDir, 'leads.db')
  // Opening would make an empty one where DATA_DIR is mistyped.
  if (file && !existsSync(file)) throw new CommandError(`There are no leads in ${dataDir}`)
  const database = await openDatabase({ dataDir, databaseUrl, log: pino({ level: 'silent' }) })
  try {
    if (file) await sql`pragma busy_timeout = ${sql.lit(busyTimeoutMs)}`.execute(database)
    await run({
      database,
      dataDir,
      file,
      inTransaction: (work) => withBusyRetry(() => database.transaction().execute(work)),
      clock: await storeClock(database, databaseUrl !== undefined),
      erasedList: new ErasedList(dataDir),
      databaseUrl,
      delivers: endpointUrl !== undefined,
      out: streams.stdout,
      ...conversation(streams),
    })
  } finally {
    await database.destroy()
  }
}

function conversation({ stdin, stderr }: Streams): Pick<Tools, 'progress' | 'confirm'> {
  return {
    ...(stderr.isTTY && { progress: (text) => void stderr.write(`\r\x1b[K${text}`) }),
    ...(stdin.isTTY && {
      async confirm(question) {
        const dialogue = createInterface({ input: stdin, output: stderr })
        const answer = await dialogue.question(`${question} [y/N] `)
        dialogue.close()
        return /^y(es)?$/i.test(answer.trim())
      },
    }),
  }
}
