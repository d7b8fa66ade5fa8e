import { parseArgs } from 'node:util'
import { reasonOf } from 'halvi-kit/reason'
import { parseHost } from '../transfer/fetch-asset.ts'
import type { Progress } from '../transfer/import.ts'
import { type Console, PROCESS } from './console.ts'
import { type Outcome, runExport, runImport, runMigrate, runPrune, type Target } from './tasks.ts'

const OPTIONS = {
  drafts: { type: 'boolean' },
  missing: { type: 'boolean' },
  'allow-host': { type: 'string', multiple: true },
  write: { type: 'boolean' },
  keep: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** A program with the commands that move content, for one way in which lakes are stored. */
export interface TransferProgram {
  name: string
  help: string
  /** Options that select the dataset. Their default values. */
  address: Readonly<Record<string, string | undefined>>
  /** Whether the last argument may name the dataset. */
  namesDataset?: boolean
  /** Returns the dataset for the values of these options, and for a dataset's name as the last argument. */
  targetOf(address: Record<string, string | undefined>, dataset?: string): Target
}

/** Runs a command. Resolves to the exit code: 0, 1 if it failed completely or in part, 2 for invalid arguments. */
export async function runTransfer(
  program: TransferProgram,
  args: string[],
  console: Console = PROCESS,
): Promise<number> {
  const fail = (reason: string, code: number) => {
    console.err(`${program.name}: ${reason}\n`)
    return code
  }
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args, program)
  } catch (error) {
    return fail(`${reasonOf(error)}; see --help`, 2)
  }
  const { values, positionals } = parsed
  if (values.help) {
    console.out(`${program.help}\n`)
    return 0
  }
  const run = taskOf(program, positionals, values, console)
  if (!run) return fail(`${EXPECTED}; see --help`, 2)
  try {
    const { text, warnings = [], isIncomplete = false } = await run()
    for (const warning of warnings) console.err(`${program.name}: ${warning}\n`)
    console.out(`${text}\n`)
    return isIncomplete ? 1 : 0
  } catch (error) {
    return fail(reasonOf(error), 1)
  }
}

const EXPECTED = 'expected "export FILE", "import FILE", "migrate MODULE" or "prune --keep DAYS"'

function taskOf(
  program: TransferProgram,
  positionals: string[],
  values: Values,
  console: Console,
): (() => Promise<Outcome>) | undefined {
  const [command, ...given] = positionals
  const file = command === 'prune' ? undefined : given.shift()
  const [dataset, ...rest] = given
  if (rest.length > 0 || (dataset !== undefined && !program.namesDataset)) return undefined
  const target = program.targetOf(values as Record<string, string | undefined>, dataset)
  if (command === 'prune') {
    const days = Number(values.keep || Number.NaN)
    return days >= 0 ? () => runPrune(target, days) : undefined
  }
  if (file === undefined) return undefined
  const { drafts = false, missing = false, write = false } = values
  const allowedHosts = (values['allow-host'] ?? []).map(parseHost)
  if (!allowedHosts.every((host) => host !== undefined)) return undefined
  const onProgress = console.isTerminal ? progressLine(console) : undefined
  if (command === 'export') return () => runExport(target, file, { drafts, onProgress })
  if (command === 'migrate') return () => runMigrate(target, file, { write })
  if (command !== 'import') return undefined
  return () => runImport(target, file, { missing, allowedHosts, onProgress })
}

function parse(args: string[], { address }: TransferProgram) {
  const named = Object.entries(address).map(([name, value]) => [
    name,
    { type: 'string' as const, ...(value !== undefined && { default: value }) },
  ])
  const options = { ...(Object.fromEntries(named) as object), ...OPTIONS }
  return parseArgs({ args, options, allowPositionals: true })
}

type Values = ReturnType<typeof parse>['values']

function progressLine(console: Console) {
  return ({ step, current, total }: Progress) => {
    const isDone = step === 'documents' && current === total
    console.err(isDone ? '\r\x1b[K' : `\r\x1b[K${step} ${current}/${total}`)
  }
}
