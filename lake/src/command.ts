import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { daysAgo } from './dataset/history.ts'
import { openLake } from './lake.ts'
import { exportDataset } from './transfer/export.ts'
import { importDataset, type Progress, type Transferred } from './transfer/import.ts'
import { loadMigration, type Migrated, migrateDocuments } from './transfer/migrate.ts'
import { storedDocuments } from './transfer/stored-documents.ts'
import { reasonOf, TransferError } from './transfer/transfer-error.ts'

const HELP = `Usage: lake export FILE [--drafts]
       lake import FILE [--missing]
       lake migrate MODULE [--write]
       lake prune --keep DAYS

Export and import move a dataset in the form that \`sanity dataset import\` takes: FILE is NDJSON,
images/, files/ and assets.json lie beside it. Import takes a folder that holds
them too. How documents came to be what they are is not exported. Prune forgets it,
but for the last days. Migrate calls the function that MODULE, a JavaScript module, exports
by default with each document, drafts too; what it returns takes the document's place, in one
transaction. Without --write it only says what would change. Export and such a trial may run
beside a server that uses the lake, the others may not.

  --drafts          export drafts and versions too
  --missing         leave documents that are there already as they are
  --write           store what a migration changes
  --keep DAYS       how much history to keep
  --directory DIR   the lake (default: $DATA_DIR/lake, or ./data/lake)
  --project-id ID   the project in the addresses of imported assets (default: local)
  --dataset NAME    the dataset in them (default: production)
  --help            this text`

const OPTIONS = {
  drafts: { type: 'boolean' },
  missing: { type: 'boolean' },
  write: { type: 'boolean' },
  keep: { type: 'string' },
  directory: { type: 'string' },
  'project-id': { type: 'string', default: 'local' },
  dataset: { type: 'string', default: 'production' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Where a command writes: results to `out`; errors, and on a terminal its progress, to `err`. */
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

/**
 * Runs `export FILE`, `import FILE`, `migrate MODULE` or `prune` with the arguments after the program's name.
 * Resolves to the exit code: 0, 1 when it could not be done, 2 when it was called wrongly;
 * the reason is told in one line.
 */
export async function main(args: string[], console: Console = PROCESS): Promise<number> {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    console.err(`lake: ${reasonOf(error)}; see --help\n`)
    return 2
  }
  const { values, positionals } = parsed
  const [command, file, ...rest] = positionals
  if (values.help) {
    console.out(`${HELP}\n`)
    return 0
  }
  const run = rest.length > 0 ? undefined : taskOf(command, file, values, console)
  if (!run) {
    console.err(
      'lake: expected "export FILE", "import FILE", "migrate MODULE" or "prune --keep DAYS"; see --help\n',
    )
    return 2
  }
  try {
    console.out(`${await run()}\n`)
    return 0
  } catch (error) {
    console.err(`lake: ${reasonOf(error)}\n`)
    return 1
  }
}

/** What the arguments ask for: it resolves to what is to be told. Undefined when they make no sense. */
function taskOf(
  command: string | undefined,
  file: string | undefined,
  values: Values,
  console: Console,
): (() => Promise<string>) | undefined {
  if (command === 'prune') {
    const days = Number(values.keep || Number.NaN)
    return days >= 0 && file === undefined ? () => runPrune(days, values) : undefined
  }
  if (command === 'migrate' && file !== undefined) return () => runMigrate(file, values)
  if ((command !== 'export' && command !== 'import') || file === undefined) return undefined
  const onProgress = console.isTerminal ? progressLine(console) : undefined
  if (command === 'import') {
    return async () => `Imported ${moved(await runImport(file, values, onProgress))}`
  }
  return async () => {
    const { leftOut, ...done } = await runExport(file, values, onProgress)
    const hint = leftOut > 0 ? `, without ${leftOut} drafts and versions: --drafts takes them` : ''
    return `Exported ${moved(done)}${hint}`
  }
}

const moved = ({ documents, assets }: Transferred) => `${documents} documents and ${assets} assets`

function parse(args: string[]) {
  return parseArgs({ args, options: OPTIONS, allowPositionals: true })
}

type Values = ReturnType<typeof parse>['values']
type OnProgress = ((progress: Progress) => void) | undefined

function directoryOf(values: Values): string {
  return values.directory ?? join(process.env.DATA_DIR || 'data', 'lake')
}

function runExport(file: string, values: Values, onProgress: OnProgress) {
  const directory = directoryOf(values)
  const source = {
    documents: storedDocuments(directory),
    assetDirectory: join(directory, 'assets'),
  }
  return exportDataset(source, file, { drafts: values.drafts, onProgress })
}

async function runImport(file: string, values: Values, onProgress: OnProgress) {
  const lake = await openSilently(values)
  try {
    return await importDataset(lake, file, { missing: values.missing, onProgress })
  } finally {
    await lake.close()
  }
}

async function runMigrate(file: string, values: Values): Promise<string> {
  const migration = await loadMigration(file)
  const directory = directoryOf(values)
  if (!values.write) {
    const migrated = await migrateDocuments(storedDocuments(directory), migration)
    return [...migrated.map(told), `Would change ${migrated.length} documents: --write does`].join(
      '\n',
    )
  }
  if (!existsSync(directory)) throw new TransferError(`There is no content lake in ${directory}`)
  const lake = await openSilently(values)
  try {
    const migrated = await migrateDocuments(lake.dataset.all(), migration)
    const mutations = migrated.map(({ document }) => ({ createOrReplace: document }))
    if (mutations.length > 0) lake.dataset.transact(mutations, { author: 'migration' })
    return [...migrated.map(told), `Changed ${migrated.length} documents`].join('\n')
  } finally {
    await lake.close()
  }
}

const told = ({ document, attributes }: Migrated) => `${document._id}: ${attributes.join(', ')}`

async function runPrune(days: number, values: Values): Promise<string> {
  const directory = directoryOf(values)
  if (!existsSync(directory)) throw new TransferError(`There is no content lake in ${directory}`)
  const lake = await openSilently(values)
  try {
    const forgotten = lake.dataset.history.prune(daysAgo(days))
    lake.dataset.history.compact()
    return `Forgot ${forgotten} transactions`
  } finally {
    await lake.close()
  }
}

function openSilently(values: Values) {
  return openLake({
    directory: directoryOf(values),
    projectId: values['project-id'],
    dataset: values.dataset,
    // Nobody is served: no token shall be known.
    token: randomUUID(),
  })
}

/** One line that is written over and over, and gone when the work is done. */
function progressLine(console: Console) {
  return ({ step, current, total }: Progress) => {
    const isDone = step === 'documents' && current === total
    console.err(isDone ? '\r\x1b[K' : `\r\x1b[K${step} ${current}/${total}`)
  }
}
