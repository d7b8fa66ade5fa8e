import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { dumpName, isPicture, leadsExportName } from '../../data-folder/data-files.ts'
import { BackupError } from '../backup-error.ts'
import { countContents } from '../count-contents.ts'
import type { Manifest } from '../place/manifest.ts'
import { checkExport } from '../postgres/import-leads.ts'
import { checkDump } from '../postgres/pg-restore.ts'

/**
 * Checks what was restored: that its databases are whole, that they hold as much as the backup says, that
 * references lead somewhere and pictures are there, as far as they were when it was made.
 *
 * @throws BackupError naming what is wrong
 */
export async function checkData(folder: string, manifest: Manifest): Promise<void> {
  const databases = manifest.files.filter(({ path }) => path.endsWith('.db') && !isPicture(path))
  const open = new Map<string, InstanceType<typeof Database>>()
  try {
    for (const { path } of databases) open.set(path, openWhole(folder, path))
    compare(
      countContents((path) => open.get(path)),
      folder,
      manifest,
    )
  } finally {
    for (const database of open.values()) database.close()
  }
  if (manifest.leads !== 'dump') return
  const file = join(folder, leadsExportName)
  if (existsSync(file)) await checkExport(file, manifest.counts.leads)
  else await checkDump(join(folder, dumpName))
}

function openWhole(folder: string, path: string) {
  const database = new Database(join(folder, path))
  try {
    const found = database.pragma('integrity_check') as { integrity_check: string }[]
    const [first] = found
    if (first?.integrity_check === 'ok') return database
    throw new BackupError(`${path} is not whole: ${first?.integrity_check}`)
  } catch (error) {
    database.close()
    if (error instanceof BackupError) throw error
    throw new BackupError(`${path} is not whole: ${(error as Error).message}`)
  }
}

function compare(found: ReturnType<typeof countContents>, folder: string, manifest: Manifest) {
  const { counts, missing, leads } = manifest
  const pairs = {
    documents: [found.documents, counts.documents],
    drafts: [found.drafts, counts.drafts],
    pictures: [found.assetFiles.length, counts.pictures],
    people: [found.people, counts.people],
    leads: leads === 'sqlite' ? [found.leads, counts.leads] : [0, 0],
    'references without their document': [found.missingReferences.length, missing.references],
    'pictures without their file': [lost(found.assetFiles, folder), missing.pictures],
  }
  for (const [what, [is, was]] of Object.entries(pairs)) {
    if (is !== was) throw new BackupError(`There are ${is} ${what}, and ${was} in the backup`)
  }
}

const lost = (files: string[], folder: string) =>
  files.filter((name) => !existsSync(join(folder, 'lake', 'assets', name))).length
