import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Assets } from '../assets/index.ts'
import { removeUnusedOriginals } from '../assets/originals/names.ts'
import type { Dataset } from '../dataset/dataset.ts'
import { daysAgo } from '../dataset/history.ts'
import { withPacked } from '../transfer/archive.ts'
import { exportDataset } from '../transfer/export.ts'
import { importDataset, type Progress, type Transferred } from '../transfer/import.ts'
import {
  loadMigration,
  type Migrated,
  migrateDataset,
  migrateDocuments,
} from '../transfer/migrate.ts'
import { storedDocuments } from '../transfer/stored-documents.ts'
import { TransferError } from '../transfer/transfer-error.ts'

/** A dataset on which a command works. */
export interface Target {
  /** The folder of the dataset. */
  directory: string
  /** Opens the dataset and creates it if missing. Throws as `openLake` does. */
  open(): Promise<OpenTarget>
}

interface OpenTarget {
  dataset: Dataset
  assets: Assets
  close(): Promise<void>
}

export interface Outcome {
  text: string
  warnings?: string[]
  isIncomplete?: boolean
}

type OnProgress = ((progress: Progress) => void) | undefined

/** Exports the dataset to a file. May run while a server uses the lake. Throws a `TransferError`. */
export async function runExport(
  { directory }: Target,
  file: string,
  options: { drafts: boolean; onProgress: OnProgress },
): Promise<Outcome> {
  const assetDirectory = join(directory, 'assets')
  const source = { documents: storedDocuments(directory), assetDirectory }
  const warnings: string[] = []
  const onLeftOut = (id: string) => void warnings.push(`left out the file of ${id}: it is missing`)
  const write = (to: string) => exportDataset(source, to, { ...options, onLeftOut })
  const { leftOut, ...done } = /\.(tar\.gz|tgz)$/.test(file)
    ? await withPacked(file, (folder) => write(join(folder, 'data.ndjson')))
    : await write(file)
  const hint =
    leftOut > 0 ? `, without ${leftOut} drafts and versions (use --drafts to include them)` : ''
  return { text: `Exported ${summarize(done)}${hint}`, warnings }
}

/**
 * Imports a file into the lake and creates the lake if missing. Skips damaged images with a warning. Throws a
 * `TransferError`, or as `openLake` does.
 */
export async function runImport(
  target: Target,
  file: string,
  options: { missing: boolean; allowedHosts: string[]; onProgress: OnProgress },
): Promise<Outcome> {
  const warnings: string[] = []
  const onUnusable = (message: string) => void warnings.push(message)
  const done = await withDataset(target, (open) =>
    importDataset(open, file, { ...options, onUnusable }),
  )
  const isIncomplete = warnings.length > 0
  const hint = isIncomplete ? `, without ${warnings.length} files that could not be used` : ''
  return { text: `Imported ${summarize(done)}${hint}`, warnings, isIncomplete }
}

/**
 * Migrates the documents. Without `write`, only lists the changes; a server may use the lake meanwhile. Throws as
 * `runImport` does.
 */
export async function runMigrate(
  target: Target,
  module: string,
  { write }: { write: boolean },
): Promise<Outcome> {
  const migration = await loadMigration(module)
  const listed = (migrated: Migrated[], summary: string) => {
    const lines = migrated.map((one) => `${one.document._id}: ${one.attributes.join(', ')}`)
    return { text: [...lines, summary].join('\n') }
  }
  if (!write) {
    const migrated = await migrateDocuments(storedDocuments(target.directory), migration)
    return listed(
      migrated,
      `Would change ${migrated.length} documents. Run again with --write to change them.`,
    )
  }
  checkExists(target)
  return withDataset(target, async ({ dataset }) => {
    const migrated = await migrateDataset(dataset, migration)
    return listed(migrated, `Changed ${migrated.length} documents`)
  })
}

/**
 * Prunes history, deletes originals of assets that neither content nor history refers to, and shrinks the database
 * file. Throws as `runImport` does.
 */
export async function runPrune(target: Target, days: number): Promise<Outcome> {
  checkExists(target)
  const assets = join(target.directory, 'assets')
  const [pruned, removed] = await withDataset(target, async ({ dataset }) => {
    const { history } = dataset
    const pruned = history.prune(daysAgo(days))
    history.compact()
    const isKnown = (id: string) => dataset.get(id) !== undefined || history.has(id)
    return [pruned, await removeUnusedOriginals(assets, isKnown)] as const
  })
  // The cache contains resized copies of the removed images. Copies of other images are rendered again on request.
  if (removed > 0) await rm(join(assets, 'cache'), { recursive: true, force: true })
  return { text: `Pruned ${pruned} transactions and deleted ${removed} assets` }
}

const summarize = ({ documents, assets }: Transferred) =>
  `${documents} documents and ${assets} assets`

function checkExists({ directory }: Target): void {
  if (!existsSync(directory)) throw new TransferError(`There is no content lake in ${directory}`)
}

async function withDataset<Result>(
  target: Target,
  work: (open: OpenTarget) => Promise<Result> | Result,
): Promise<Result> {
  const open = await target.open()
  try {
    return await work(open)
  } finally {
    await open.close()
  }
}
