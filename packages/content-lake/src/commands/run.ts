import type { AddressInfo } from 'node:net'
import { childEnvironment } from '../intercept/child-environment.ts'
import type { LocalLake } from '../start-lake.ts'
import { openAuthority } from '../tls/authority-file.ts'
import type { Console } from './console.ts'
import { DEFAULT_DATASET } from './local.ts'
import { runChild } from './run-child.ts'
import { withLake } from './start.ts'

const HELP = `Usage: local-content-lake run [OPTIONS] -- COMMAND [ARGUMENT]…

Starts a lake, and a command whose connections to Sanity's API and images lead to it: those of the
process and its descendants, and those of the pages that it serves on localhost. The command gets
the project, the dataset, and tokens in the environment, under the names that starters read. Any
other project id in its code leads to the lake, too. The lake stops when the command ends.

The options are those of local-content-lake; --port is 0 by default, any free port.`

/** Runs a command with a lake. Resolves to the command's exit code, see `runChild`. */
export async function run(args: string[], console: Console): Promise<number> {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const [own, command] = [args.slice(0, end), args.slice(end + 1)]
  if (command.length === 0 && !own.some((one) => one === '--help' || one === '-h')) {
    console.err('local-content-lake: expected run -- COMMAND; see run --help\n')
    return 2
  }
  const options = { help: HELP, replacesSanity: true }
  return withLake(
    ['--port', '0', ...own],
    console,
    options,
    async (lake, { dataset: [dataset] = [] }) => {
      console.err(`Content lake of ${command[0]}: ${lake.url}\n`)
      const { code, reason } = await runWith(lake, dataset ?? DEFAULT_DATASET, command)
      if (reason !== undefined) console.err(`local-content-lake: ${reason}\n`)
      return code
    },
  )
}

/** Runs a command in this folder whose connections to Sanity lead to a lake, see `runChild`. */
export function runWith(
  { server, project, tokens }: LocalLake,
  dataset: string,
  [program = '', ...args]: readonly string[],
) {
  const { port } = server.address() as AddressInfo
  const { path: authorityPath } = openAuthority(project.directory)
  const running = { port, projectId: project.id, dataset, tokens, authorityPath }
  return runChild(program, args, childEnvironment(running, process.env, process.cwd()))
}
