import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { reasonOf } from 'halvi-runtime/reason'
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

Export and import move a dataset in the form that \`sanity dataset import\` takes: FILE is NDJSON,
images/, files/ and assets.json lie beside it. Import takes a folder that holds them, too. History
is not exported. Prune deletes history but the last days, and files of assets that were deleted
before. Migrate calls the function that MODULE, a JavaScript module, exports by default with each
document, drafts too, and stores what it returns, in one transaction; without --write it only lists
changes. Export and such a trial may run beside a server that uses the lake, the others may not.

  --drafts          export drafts and versions too
  --missing         leave documents that are there already as they are
  --allow-host HOST fetch assets from this host, too; by default only files beside FILE are imported
  --write           store what a migration changes
  --keep DAYS       how much history to keep
  --directory DIR   the lake (default: $DATA_DIR/lake, or ./data/lake)
  --project-id ID   the project in the addresses of imported assets (default: local)
  --dataset NAME    the dataset in them (default: production)
  --help            this text`

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

/** Runs a command. Resolves to the exit code: 0, 1 when it failed, also in part, 2 for invalid arguments. */
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
