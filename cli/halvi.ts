// One command for operators: ./halvi --help in a release, npm run halvi -- --help in a checkout.
import { existsSync } from 'node:fs'
import { becomeOwnerOf } from 'halvi-runtime/processes/become-owner'
import { readSettings, type Settings } from '../server/settings/settings.ts'
import { isHelp, named, parse, tellFailure } from './call.ts'
import type { Context } from './command.ts'
import { commands } from './commands.ts'
import { commandHelp, help } from './help.ts'
import { programs } from './programs.ts'
import { checkState } from './upgrade/data/state.ts'
import { version } from './version.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads has had enough, as `head` does.
  if (error.code === 'EPIPE') process.exit(0)
  console.error(`halvi: ${error.message}`)
  process.exit(1)
})

let settings: Settings | undefined
const { stdin, stdout, stderr } = process
const context: Context = {
  // When they are asked for: a command that tells what is wrong with them has to begin.
  get settings() {
    settings ??= readSettings(process.env)
    return settings
  },
  stdin,
  stdout,
  stderr,
}

/** Resolves to the exit code: 0, 1 when it could not be done, 2 when it was called wrongly. */
async function main([name = '', ...args]: string[]): Promise<number | undefined> {
  prepareProcess()
  if (isHelp(name)) {
    stdout.write(await help())
    return 0
  }
  if (name === '--version') {
    stdout.write(`${version}\n`)
    return 0
  }
  try {
    const program = Object.hasOwn(programs, name) ? programs[name] : undefined
    if (program) {
      if (!args.includes('--help')) {
        becomeOwnerOf(context.settings.DATA_DIR)
        await checkState(context.settings)
      }
      return await program.run(args, context)
    }
    const { default: command } = await named(commands, name)()
    if (args.includes('--help') || args.includes('-h')) {
      stdout.write(commandHelp(command))
      return 0
    }
    const { values, positionals } = parse(command, args)
    return await command.run(context, values, positionals)
  } catch (error) {
    return tellFailure('halvi', error, stderr)
  }
}

/** What scripts/run.js has done in a checkout; a release starts here. What is set already stays. */
function prepareProcess(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
  process.env.NODE_ENV ??= 'production'
  // What commands keep is for their own user: content that is not published, leads, secrets.
  process.umask(0o077)
}

const exitCode = await main(process.argv.slice(2))
if (exitCode !== undefined) process.exitCode = exitCode
