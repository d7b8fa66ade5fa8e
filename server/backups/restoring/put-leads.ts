import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpName, leadsExportName } from '../../data-folder/data-files.ts'
import { BackupError } from '../backup-error.ts'
import type { Manifest } from '../place/manifest.ts'
import {
  assertEmptyDatabase,
  countPostgresLeads,
  hasLeads,
  importLeads,
} from '../postgres/import-leads.ts'
import { restoreDump } from '../postgres/pg-restore.ts'
import { connectionOf } from '../postgres/programs.ts'
import { eraseAgain } from './erase-again.ts'
import { type Step, writeStep } from './step.ts'

/** @throws BackupError unless there is an empty database for the leads, where the backup has any of PostgreSQL */
export async function assertDatabaseFits(
  { leads }: Pick<Manifest, 'leads'>,
  databaseUrl: string | undefined,
): Promise<void> {
  if (leads !== 'dump') return
  if (!databaseUrl) {
    throw new BackupError('Its leads are PostgreSQL’s: set DATABASE_URL to an empty database')
  }
  await assertEmptyDatabase(databaseUrl)
}

/**
 * Puts the leads of PostgreSQL into their database and erases again whom the list in the restored folder names;
 * does nothing where that is done, or the backup has none. Resolves to how many were erased.
 *
 * @throws BackupError without a database, or when it holds leads that are not this restore's
 */
export async function putLeads(
  beside: string,
  step: Step,
  databaseUrl: string | undefined,
  say: (text: string) => void,
): Promise<number> {
  const data = join(beside, 'data')
  const [exported, dump] = [join(data, leadsExportName), join(data, dumpName)]
  const file = existsSync(exported) ? exported : dump
  // It is there until all of this is done.
  if ((step.leads ?? 'dump') !== 'dump' || !existsSync(file)) return 0
  if (!databaseUrl) {
    throw new BackupError(
      `Its leads are PostgreSQL’s, and the first try had ${step.database ?? 'a database'}: set DATABASE_URL to that`,
    )
  }
  if (step.database !== undefined) await takeOver(beside, step, databaseUrl, say)
  // All of it or nothing: where it is, it was this restore's.
  const restoreLeads = file === exported ? importLeads : restoreDump
  if (!(await hasLeads(databaseUrl))) await restoreLeads(file, databaseUrl)
  const found = await countPostgresLeads(databaseUrl)
  if (found !== step.count) say(`${found} leads are in DATABASE_URL, ${step.count} in the backup`)
  const erased = await eraseAgain(data, databaseUrl)
  await rm(file)
  return erased
}

/** Another database than that of the first try has to be an empty one, as that was. */
async function takeOver(
  beside: string,
  step: Step,
  databaseUrl: string,
  say: (text: string) => void,
): Promise<void> {
  const database = connectionOf(databaseUrl).address
  if (database === step.database) return
  if (await hasLeads(databaseUrl)) {
    throw new BackupError(
      `The database in DATABASE_URL holds leads, and the first try had ${step.database}: set that, or an empty one`,
    )
  }
  say(`The first try had ${step.database}, which may hold the same leads now`)
  await writeStep(beside, { ...step, database })
}
