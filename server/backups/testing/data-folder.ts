import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLake } from 'embedded-content-lake'
import { createLeads } from 'halvi-leads'
import Database from 'libsql'
import { pino } from 'pino'
import { dataFiles } from '../../data-folder/data-files.ts'
import type { BackupSource } from '../write-backup.ts'

/** A temporary folder for tests that contains a data folder with drafts, history, an asset, leads, and secrets. */
export interface DataFolder {
  /** The folder in which tests may create files. */
  folder: string
  dataDir: string
  source: BackupSource
  warnings: string[]
  remove(): void
}

/**
 * Creates a data folder.
 *
 * @param documents the number of documents in it
 */
export async function makeDataFolder(documents = 20): Promise<DataFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'backups-'))
  const dataDir = join(folder, 'data')
  const directory = join(dataDir, 'lake')
  const lake = await openLake({ directory, projectId: 'p', dataset: 'd', token: 'a-token' })
  const picture = Buffer.from('the bytes of a file')
  const sha1 = createHash('sha1').update(picture).digest('hex')
  mkdirSync(join(directory, 'assets/files'), { recursive: true })
  writeFileSync(join(directory, `assets/files/${sha1}.txt`), picture)
  const asset = { _id: `file-${sha1}-txt`, _type: 'sanity.fileAsset' }
  const others = Array.from({ length: documents }, (_, number) => ({
    _id: number % 4 === 0 ? `drafts.d${number}` : `d${number}`,
    _type: 'page',
    text: createHash('sha512').update(`${number}`).digest('hex'),
    file: { asset: { _ref: asset._id } },
  }))
  const all = [asset, ...others].map((create) => ({ create }))
  lake.dataset.transact(all, { author: 'editor' })
  lake.dataset.transact([{ patch: { id: 'd1', set: { text: 'other' } } }], { author: 'editor' })
  await lake.close()
  const leads = await createLeads({ dataDir, rateLimit: 'off', log: pino({ level: 'silent' }) })
  for (const name of ['Amina', 'Bilal', 'Maryam']) {
    await leads.receive({ form: 'contact', payload: { name }, spam: false, delivered: false })
  }
  await leads.close()
  writeFileSync(join(dataDir, 'lake-token'), 'a-secret', { mode: 0o600 })
  mkdirSync(join(dataDir, 'pages'))
  writeFileSync(join(dataDir, 'pages/left-out'), 'cached')
  const warnings: string[] = []
  return {
    folder,
    dataDir,
    warnings,
    source: { dataDir, version: '0.2.0', warn: (text) => void warnings.push(text) },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Resolves to all data that belongs in a backup: the rows of databases and the content of files. */
export async function contentsOf(dataDir: string): Promise<Record<string, unknown>> {
  const { databases, assets, others } = await dataFiles(dataDir, 'everything')
  const files = [...assets, ...others].map((path) => [
    path,
    readFileSync(join(dataDir, path), 'utf8'),
  ])
  return Object.fromEntries([
    ...files,
    ...databases.map((path) => [path, rowsOf(join(dataDir, path))]),
  ])
}

function rowsOf(file: string): Record<string, unknown> {
  const database = new Database(file)
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' order by name")
      .all() as { name: string }[]
    return Object.fromEntries(
      tables.map(({ name }) => [name, database.prepare(`select * from "${name}"`).raw().all()]),
    )
  } finally {
    database.close()
  }
}
