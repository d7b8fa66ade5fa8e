import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeUnused } from './assets/originals/names.ts'
import { daysAgo } from './dataset/history.ts'
import { type Lake, openLake } from './lake.ts'
import { exportDataset } from './transfer/export.ts'
import { importDataset, type Progress, type Transferred } from './transfer/import.ts'
import { loadMigration, type Migrated, migrateDocuments } from './transfer/migrate.ts'
import { storedDocuments } from './transfer/stored-documents.ts'
import { TransferError } from './transfer/transfer-error.ts'

/** The lake that something is done to, and what it is called in the addresses of assets. */
export interface Place {
  directory: string
  projectId: string
  dataset: string
}

/** What a task came to: a line to print, what it had to leave out, and whether that makes it a failure. */
export interface Outcome {
  text: string
  warnings?: string[]
  isIncomplete?: boolean
}

type OnProgress = ((progress: Progress) => void) | undefined

/**
 * Writes the dataset to a file, drafts and versions too where that is asked for. May run beside a server
 * that uses the lake. Throws a `TransferError`.
 */
export async function runExport(
  { directory }: Place,
  file: string,
  options: { drafts: boolean; onProgress: OnProgress },
): Promise<Outcome> {
  const source = {
    documents: storedDocuments(directory),
    assetDirectory: join(directory, 'assets'),
  }
  const warnings: string[] = []
  const onLeftOut = (id: string) =>
    void warnings.push(`left out ${id}: an asset document without its file`)
  const { leftOut, ...done } = await exportDataset(source, file, { ...options, onLeftOut })
  const hint = leftOut > 0 ? `, without ${leftOut} drafts and versions: --drafts takes them` : ''
  return { text: `Exported ${moved(done)}${hint}`, warnings }
}

/**
 * Reads a file into the lake, which is made if it is not there. Images that are damaged are left out. Throws a
 * `TransferError`, or as `openLake` does.
 */
export async function runImport(
  place: Place,
  file: string,
  options: { missing: boolean; allowedHosts: string[]; onProgress: OnProgress },
): Promise<Outcome> {
  const warnings: string[] = []
  const onUnusable = (message: string) => void warnings.push(message)
  const done = await withLake(place, (lake) =>
    importDataset(lake, file, { ...options, onUnusable }),
  )
  const isIncomplete = warnings.length > 0
  const hint = isIncomplete ? `, without ${warnings.length} files that can't be used` : ''
  return { text: `Imported ${moved(done)}${hint}`, warnings, isIncomplete }
}

/**
 * Migrates the documents; without `write` it only finds what that would change, and may run beside a
 * server. Throws a `TransferError`, or as `openLake` does.
 */
export async function runMigrate(
  place: Place,
  module: string,
  { write }: { write: boolean },
): Promise<Outcome> {
  const migration = await loadMigration(module)
  if (!write) {
    const migrated = await migrateDocuments(storedDocuments(place.directory), migration)
    const summary = `Would change ${migrated.length} documents: --write does`
    return { text: [...migrated.map(told), summary].join('\n') }
  }
  checkIsThere(place)
  return withLake(place, async ({ dataset }) => {
    const migrated = await migrateDocuments(dataset.all(), migration)
    const mutations = migrated.map(({ document }) => ({ createOrReplace: document }))
    const options = { author: 'migration', unbounded: true }
    if (mutations.length > 0) dataset.transact(mutations, options)
    return { text: [...migrated.map(told), `Changed ${migrated.length} documents`].join('\n') }
  })
}

/**
 * Forgets the history but for the last days, with the originals of assets that neither it nor the content
 * knows then, and all that was made of them, and gives the disk back. Throws as `runMigrate` does.
 */
export async function runPrune(place: Place, days: number): Promise<Outcome> {
  checkIsThere(place)
  const assets = join(place.directory, 'assets')
  const [forgotten, removed] = await withLake(place, async ({ dataset }) => {
    const { history } = dataset
    const pruned = history.prune(daysAgo(days))
    history.compact()
    const isKnown = (id: string) => dataset.get(id) !== undefined || history.knows(id)
    return [pruned, await removeUnused(assets, isKnown)] as const
  })
  // Sizes of the removed pictures are among it; what is asked for is made anew.
  if (removed > 0) await rm(join(assets, 'cache'), { recursive: true, force: true })
  return { text: `Forgot ${forgotten} transactions and ${removed} assets` }
}

const moved = ({ documents, assets }: Transferred) => `${documents} documents and ${assets} assets`

const told = ({ document, attributes }: Migrated) => `${document._id}: ${attributes.join(', ')}`

function checkIsThere({ directory }: Place): void {
  if (!existsSync(directory)) throw new TransferError(`There is no content lake in ${directory}`)
}

async function withLake<Result>(
  place: Place,
  work: (lake: Lake) => Promise<Result> | Result,
): Promise<Result> {
  // Nobody is served: no token shall be known.
  const lake = await openLake({ ...place, token: randomUUID() })
  try {
    return await work(lake)
  } finally {
    await lake.close()
  }
}
