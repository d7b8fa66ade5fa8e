import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { reasonOf } from 'halvi-kit/reason'
import { type LocalLake, type StartOptions, startLake } from '../start-lake.ts'
import type { Console } from './console.ts'
import { DEFAULT_DATASET, DEFAULT_FOLDER, DEFAULT_PROJECT } from './local.ts'

const HELP = `Usage: local-content-lake [OPTIONS]
       local-content-lake run [OPTIONS] -- COMMAND
       local-content-lake import FILE [DATASET]
       local-content-lake export FILE [DATASET]

Starts a local content lake until Ctrl-C. See run --help for starting a project with
it, and import --help for the commands that move content.

  --port PORT       the port (default: 3333; 0 for any free port)
  --host ADDRESS    the address to listen on (default: 127.0.0.1, so only this machine can connect)
  --dir DIR         the folder for all data (default: ./${DEFAULT_FOLDER})
  --memory          keep nothing: delete all data at the end
  --project ID      the project id (default: ${DEFAULT_PROJECT})
  --dataset NAME    a dataset to create if it is missing, once or more (default: ${DEFAULT_DATASET})
  --seed FILE       an export to import into new datasets
  --cors ORIGIN     an origin whose pages may send credentials, besides those of this machine
  --user NAME       a person who signs in to a Studio with one click, once or more (default: Local)
  --help            show this help`

const OPTIONS = {
  port: { type: 'string', default: '3333' },
  host: { type: 'string', default: '127.0.0.1' },
  dir: { type: 'string', default: DEFAULT_FOLDER },
  memory: { type: 'boolean', default: false },
  project: { type: 'string', default: DEFAULT_PROJECT },
  dataset: { type: 'string', multiple: true },
  seed: { type: 'string' },
  cors: { type: 'string', multiple: true },
  user: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const

export type StartValues = ReturnType<typeof parse>['values']

/** Starts a lake and serves it until Ctrl-C. Resolves to the exit code, see `withLake`. */
export function start(args: string[], console: Console): Promise<number> {
  return withLake(args, console, { help: HELP }, async (lake) => {
    console.out(welcome(lake))
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    return 0
  })
}

/**
 * Starts a lake with the options of the command line, and closes it after its use. Resolves to the exit code: that of
 * the use, 1 if the lake does not start, 2 for invalid arguments.
 */
export async function withLake(
  args: string[],
  console: Console,
  { help, ...options }: Pick<StartOptions, 'replacesSanity'> & { help: string },
  use: (lake: LocalLake, values: StartValues) => Promise<number>,
): Promise<number> {
  let values: StartValues
  try {
    ;({ values } = parse(args))
    if (values.help) {
      console.out(`${help}\n`)
      return 0
    }
    checkPort(values.port)
  } catch (error) {
    console.err(`local-content-lake: ${reasonOf(error)}; see --help\n`)
    return 2
  }
  let lake: LocalLake
  try {
    lake = await startLake({ ...startOptions(values), ...options })
  } catch (error) {
    console.err(`local-content-lake: ${reasonOf(error)}\n`)
    return 1
  }
  try {
    return await use(lake, values)
  } finally {
    await lake.close()
  }
}

function startOptions({ port, host, dir, memory, ...values }: StartValues): StartOptions {
  const names = values.dataset ?? [DEFAULT_DATASET]
  return {
    ...{ port: Number(port), host, projectId: values.project },
    ...(!memory && { directory: dir }),
    datasets: Object.fromEntries(names.map((name) => [name, 'public' as const])),
    ...(values.seed !== undefined && { seed: values.seed }),
    ...(values.cors && { cors: values.cors }),
    ...(values.user && { users: values.user.map((name) => ({ id: userId(name), name })) }),
  }
}

/** Returns the id of a person: the name in lower case, with a dash for each space, and numbers for other characters. */
function userId(name: string): string {
  const idOf = (character: string) =>
    character === ' ' ? '-' : (character.codePointAt(0)?.toString(16) ?? '')
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, idOf)
    .slice(0, 64)
}

/** Returns the text that shows how to reach a lake. */
export function welcome({ url, project, tokens, directory }: LocalLake): string {
  const names = [...project.all()].map(({ name }) => name).join(', ')
  const lines = [
    ['Content lake', url],
    ['Project', project.id],
    ['Datasets', names],
    ['Data', directory ?? 'in memory'],
    ...Object.entries(tokens).map(([role, value]) => [`Token (${role})`, value]),
  ]
  return `${lines.map(([name = '', value]) => `${name.padEnd(24)}${value}`).join('\n')}\n`
}

function parse(args: string[]) {
  return parseArgs({ args, options: OPTIONS })
}

function checkPort(text: string): void {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new Error(`--port must be a number from 0 to 65535, not "${text}"`)
}
