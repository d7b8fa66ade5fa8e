import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { countPeople, type DatasetState, datasetState } from 'embedded-content-lake'
import { leadsFile } from 'halvi-leads/files'
import { reasonOf } from 'halvi-runtime/reason'
import Database from 'libsql'
import { dumpName, isAsset, leadsExportName } from '../data-folder/data-files.ts'
import { OperatorError } from '../operator-error.ts'
import type { Manifest } from './manifest.ts'
import { checkExport } from './postgres/import-leads.ts'
import { checkDump } from './postgres/pg-restore.ts'

const noContent: DatasetState = { documents: 0, drafts: 0, assetFiles: [], missingReferences: [] }

type OpenDatabase = InstanceType<typeof Database>

/** Counts the content of open databases of a data folder. The keys are the databases' paths. */
export function countContents(databases: ReadonlyMap<string, OpenDatabase>) {
  const lake = databases.get('lake/lake.db')
  const users = databases.get('lake/users.db')
  const leads = databases.get(leadsFile)?.prepare('select count(*) as n from lead').get()
  return {
    ...(lake ? datasetState(lake) : noContent),
    people: users ? countPeople(users) : 0,
    leads: (leads as { n: number } | undefined)?.n,
  }
}

/**
 * Checks the files of a restored backup. Databases must be intact and have as many rows as the manifest says.
 * Documents must not lack more references or images than when the backup was made.
 *
 * @throws OperatorError that describes the first problem
 */
export async function checkData(folder: string, manifest: Manifest): Promise<void> {
  const databases = manifest.files.filter(({ path }) => path.endsWith('.db') && !isAsset(path))
  const open = new Map<string, OpenDatabase>()
  try {
    for (const { path } of databases) open.set(path, openIntact(folder, path))
    compare(countContents(open), folder, manifest)
  } finally {
    for (const database of open.values()) database.close()
  }
  if (manifest.leads !== 'dump') return
  const file = join(folder, leadsExportName)
  if (existsSync(file)) await checkExport(file, manifest.counts.leads)
  else await checkDump(join(folder, dumpName))
}

function openIntact(folder: string, path: string): OpenDatabase {
  const database = new Database(join(folder, path))
  try {
    const [first] = database.pragma('integrity_check') as { integrity_check: string }[]
    if (first?.integrity_check !== 'ok') throw new Error(first?.integrity_check)
    return database
  } catch (error) {
    database.close()
    throw new OperatorError(`${path} is damaged: ${reasonOf(error)}`)
  }
}

function compare(found: ReturnType<typeof countContents>, folder: string, manifest: Manifest) {
  const { counts, missing, leads } = manifest
  const isLost = (name: string) => !existsSync(join(folder, 'lake', 'assets', name))
  const pairs = {
    documents: [found.documents, counts.documents],
    drafts: [found.drafts, counts.drafts],
    images: [found.assetFiles.length, counts.pictures],
    people: [found.people, counts.people],
    leads: leads === 'sqlite' ? [found.leads, counts.leads] : [0, 0],
    'references without a document': [found.missingReferences.length, missing.references],
    'images without a file': [found.assetFiles.filter(isLost).length, missing.pictures],
  }
  for (const [what, [is, was]] of Object.entries(pairs)) {
    if (is !== was)
      throw new OperatorError(`The restored data has ${is} ${what}, the backup had ${was}`)
  }
}
