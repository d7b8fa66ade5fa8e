import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AccountEvent, openAccounts } from 'embedded-content-lake'
import { reasonOf } from '../../app/leads/reason.ts'
import { roles } from '../roles.ts'
import type { Settings } from '../settings.ts'
import { writeIntoAuditLog } from './audit.ts'
import { CommandError, commands, UsageError } from './commands.ts'

const help = `Usage: people COMMAND

  list
      Who works here, and who is invited.
  invite EMAIL --role ROLE
      Prints a link by which somebody joins: once, within seven days.
  reset EMAIL
      Prints a link by which they choose another password: once, within 24 hours.
  remove EMAIL
      Signs them out at once and for good. Their name stays in the history.

ROLE is ${roles.map(({ name }) => name).join(', ')}.
Works on the people in DATA_DIR while the site runs or not. Links lead to SITE_URL. With a hosted
project, people are managed at Sanity. Exits with 1 when it could not be done, with 2 when it was
called wrongly.

Examples:
  npm run people -- invite ada@example.com --role editor
  npm run people -- reset ada@example.com
`

interface Streams {
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
}

/**
 * Runs one of the operators' commands with the arguments after the program's name. Resolves to the
 * exit code; what went wrong is told in one line on `stderr`.
 */
export async function main(
  args: string[],
  settings: Settings,
  { stdout, stderr }: Streams,
): Promise<number> {
  try {
    const [name = '', ...rest] = args
    if (['--help', '-h', 'help'].includes(name) || rest.includes('--help')) {
      stdout.write(help)
      return 0
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new UsageError(name ? `There is no command ${name}` : 'Which command?')
    const { values, positionals } = parse(rest)
    if (positionals.length < command.arguments) throw new UsageError('An argument is missing')
    if (positionals.length > command.arguments) throw new UsageError('There are too many arguments')
    if (values.role !== undefined && name !== 'invite')
      throw new UsageError('Only invite has --role')
    const events: AccountEvent[] = []
    using accounts = openAccounts({
      directory: directoryOf(settings),
      roles,
      onAccountEvent: (event) => void events.push(event),
    })
    const siteUrl = settings.SITE_URL ?? `http://localhost:${settings.PORT}`
    const [email = ''] = positionals
    stdout.write(command.run({ accounts, siteUrl, email, role: values.role }))
    await writeIntoAuditLog(events, settings)
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    stderr.write(`people: ${reasonOf(error)}${isUsage ? '; see --help' : ''}\n`)
    return isUsage ? 2 : 1
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { role: { type: 'string' } }, allowPositionals: true })
  } catch (error) {
    throw new UsageError(reasonOf(error))
  }
}

/** The folder of the embedded lake. Opening would make an empty one where DATA_DIR is mistyped. */
function directoryOf({ DATA_DIR, SANITY_PROJECT_ID }: Settings): string {
  if (SANITY_PROJECT_ID) {
    throw new CommandError(`People of the project ${SANITY_PROJECT_ID} are managed at Sanity`)
  }
  const directory = join(DATA_DIR, 'lake')
  if (existsSync(join(directory, 'users.db'))) return directory
  throw new CommandError(`There are no people in ${DATA_DIR}: has the site been started?`)
}
