import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { reasonOf } from 'halvi-kit/reason'
import {
  type LakeAddress,
  type Outcome,
  runExport,
  runImport,
  runMigrate,
  runPrune,
} from './tasks.ts'
import { parseHost } from './transfer/fetch-asset.ts'
import type { Progress } from './transfer/import.ts'

const HELP = `Usage: lake export FILE [--drafts]
       lake import FILE [--missing] [--allow-host HOST]…
       lake migrate MODULE [--write]
       lake prune --keep DAYS

Export and import use the format of \`sanity dataset import\`: FILE is NDJSON, with images/, files/,
and assets.json in the same folder. Import also accepts the folder. Exports do not contain history.

Migrate calls the default export of MODULE, a JavaScript module, with each document, including
drafts, and the list of all documents. It stores the returned documents in one transaction. Without --write it only lists changes.

Prune deletes history older than DAYS, and files of assets that were deleted before that.

Stop the server that uses the lake first. Only export, and migrate without --write, can run while it
is running.

  --drafts          also export drafts, releases, and their versions
  --missing         only import documents that do not exist yet
  --allow-host HOST also fetch assets from this host (default: only import files beside FILE)
  --write           store the changes of a migration
  --keep DAYS       how many days of history to keep
  --directory DIR   the lake's directory (default: $DATA_DIR/lake, or ./data/lake)
  --project-id ID   the project id in the URLs of imported assets (default: local)
  --dataset NAME    the dataset name in the URLs of imported assets (default: production)
  --help            show this help`

const EXPECTED = 'expected "export FILE", "import FILE", "migrate MODULE" or "prune --keep DAYS"'

const OPTIONS = {
  drafts: { type: 'boolean' },
  missing: { type: 'boolean' },
  'allow-host': { type: 'string', multiple: true },
  write: { type: 'boolean' },
  keep: { type: 'string' },
  directory: { type: 'string' },
  'project-id': { type: 'string', default: 'local' },
  dataset: { type: 'string', default: 'production' },
  help: { type: 'boolean', short: 'h' },
} as const

export interface Console {
  out: (text: string) => void
  err: (text: string) => void
  isTerminal: boolean
}

const PROCESS: Console = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
}

/** Runs a command. Resolves to the exit code: 0, 1 if it failed completely or in part, 2 for invalid arguments. */
export async function main(args: string[], console: Console = PROCESS): Promise<number> {
  const fail = (reason: string, code: number) => {
    console.err(`lake: ${reason}\n`)
    return code
  }
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    return fail(`${reasonOf(error)}; see --help`, 2)
  }
  const { values, positionals } = parsed
  const [command, file, ...rest] = positionals
  if (values.help) {
    console.out(`${HELP}\n`)
    return 0
  }
  const run = rest.length > 0 ? undefined : taskOf(command, file, values, console)
  if (!run) return fail(`${EXPECTED}; see --help`, 2)
  try {
    const { text, warnings = [], isIncomplete = false } = await run()
    for (const warning of warnings) console.err(`lake: ${warning}\n`)
    console.out(`${text}\n`)
    return isIncomplete ? 1 : 0
  } catch (error) {
    return fail(reasonOf(error), 1)
  }
}

function taskOf(
  command: string | undefined,
  file: string | undefined,
  values: Values,
  console: Console,
): (() => Promise<Outcome>) | undefined {
  const address = addressOf(values)
  if (command === 'prune') {
    const days = Number(values.keep || Number.NaN)
    return days >= 0 && file === undefined ? () => runPrune(address, days) : undefined
  }
  if (file === undefined) return undefined
  const { drafts = false, missing = false, write = false } = values
  const allowedHosts = (values['allow-host'] ?? []).map(parseHost)
  if (!allowedHosts.every((host) => host !== undefined)) return undefined
  const onProgress = console.isTerminal ? progressLine(console) : undefined
  if (command === 'export') return () => runExport(address, file, { drafts, onProgress })
  if (command === 'migrate') return () => runMigrate(address, file, { write })
  if (command !== 'import') return undefined
  return () => runImport(address, file, { missing, allowedHosts, onProgress })
}

function parse(args: string[]) {
  return parseArgs({ args, options: OPTIONS, allowPositionals: true })
}

type Values = ReturnType<typeof parse>['values']

function addressOf({ directory, dataset, 'project-id': projectId }: Values): LakeAddress {
  const inData = join(process.env.DATA_DIR || 'data', 'lake')
  return { directory: directory ?? inData, projectId, dataset }
}

function progressLine(console: Console) {
  return ({ step, current, total }: Progress) => {
    const isDone = step === 'documents' && current === total
    console.err(isDone ? '\r\x1b[K' : `\r\x1b[K${step} ${current}/${total}`)
  }
}
