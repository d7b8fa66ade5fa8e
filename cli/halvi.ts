// One command for operators: ./halvi --help in a release, npm run halvi -- --help in a checkout.
import { existsSync } from 'node:fs'
import { becomeOwnerOf } from 'halvi-runtime/processes/become-owner'
import { readSettings, type Settings } from '../server/settings/settings.ts'
import { version } from '../server/version.ts'
import { isHelp, named, parse, reportFailure } from './call.ts'
import type { Context } from './command.ts'
import { commandHelp, commands, help, programs } from './commands.ts'
import { checkState } from './upgrade/data/state.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader has had enough, as `head` does.
  if (error.code === 'EPIPE') process.exit(0)
  console.error(`halvi: ${error.message}`)
  process.exit(1)
})

let settings: Settings | undefined
const { stdin, stdout, stderr } = process
const context: Context = {
  // Read at the first use: the command that reports invalid ones has to start.
  get settings() {
    settings ??= readSettings(process.env)
    return settings
  },
  stdin,
  stdout,
  stderr,
}

/** Resolves to the exit code of a command, or to anything else for 0. */
async function main([name = '', ...args]: string[]): Promise<unknown> {
  // scripts/run.js has done the same in a checkout; a release starts here. What is set already stays.
  if (existsSync('.env')) process.loadEnvFile('.env')
  process.env.NODE_ENV ??= 'production'
  // Files are for the own user only: content that is not published, leads, secrets.
  process.umask(0o077)
  if (isHelp(name)) return stdout.write(await help())
  if (name === '--version') return stdout.write(`${version}\n`)
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined
  if (program) {
    if (!args.includes('--help')) {
      becomeOwnerOf(context.settings.DATA_DIR)
      await checkState(context.settings)
    }
    return program.run(args, context)
  }
  const { default: command } = await named(commands, name)()
  if (args.includes('--help') || args.includes('-h')) return stdout.write(commandHelp(command))
  const { values, positionals } = parse(command, args)
  return command.run(context, values, positionals)
}

const exitCode = await main(process.argv.slice(2)).catch((error) =>
  reportFailure('halvi', error, stderr),
)
if (typeof exitCode === 'number') process.exitCode = exitCode
