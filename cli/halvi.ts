// The operators' command. Run ./halvi --help in a release, or npm run halvi -- --help in a checkout.
import { becomeOwnerOf } from 'halvi-kit/processes/become-owner'
import { reasonOf } from 'halvi-kit/reason'
import { readSettings, type Settings } from 'halvi-site/settings/settings'
import { version } from 'halvi-site/version'
import { assertMigrated } from '../server/data-folder/migrate-data.ts'
import { OperatorError } from '../server/operator-error.ts'
import { loadEnv } from '../site/settings/load-env.js'
import { findCommand, isHelp, parse, reportFailure } from './call.ts'
import type { Context } from './command.ts'
import { commandHelp, commands, help, programs } from './commands.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader closed the pipe before the end, for example `halvi leads list | head`.
  if (error.code === 'EPIPE') process.exit(0)
  console.error(`halvi: ${error.message}`)
  process.exit(1)
})

let settings: Settings | undefined
const { stdin, stdout, stderr } = process
const context: Context = {
  // Read at first use: `halvi doctor` has to start with invalid settings, to report them.
  get settings() {
    settings ??= readSettings(process.env)
    return settings
  },
  stdin,
  stdout,
  stderr,
}

/** Runs a command. Resolves to its exit code; any other value means 0. */
async function main([name = '', ...args]: string[]): Promise<unknown> {
  // In a checkout, scripts/run.js has already loaded .env. A release starts here. Variables that are set stay as they
  // are.
  try {
    loadEnv()
  } catch (error) {
    throw new OperatorError(reasonOf(error))
  }
  process.env.NODE_ENV ??= 'production'
  // New files are readable by their owner only: they hold drafts, leads, and secrets.
  process.umask(0o077)
  if (isHelp(name)) return stdout.write(await help())
  if (name === '--version') return stdout.write(`${version}\n`)
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined
  if (program) {
    if (!args.includes('--help')) {
      becomeOwnerOf(context.settings.DATA_DIR)
      assertMigrated(context.settings.DATA_DIR)
    }
    return program.run(args, context)
  }
  const { default: command } = await findCommand(commands, name)()
  if (args.includes('--help') || args.includes('-h')) return stdout.write(commandHelp(command))
  const { values, positionals } = parse(command, args)
  return command.run(context, values, positionals)
}

const exitCode = await main(process.argv.slice(2)).catch((error) =>
  reportFailure('halvi', error, stderr),
)
if (typeof exitCode === 'number') process.exitCode = exitCode
