import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpName, leadsExportName } from '../../data-folder/data-files.ts'
import { OperatorError } from '../../operator-error.ts'
import { connectionOf } from '../../snapshots/postgres/connect.ts'
import { importLeads } from '../../snapshots/postgres/import-leads.ts'
import { countPostgresLeads, hasLeads } from '../../snapshots/postgres/leads.ts'
import { restoreDump } from '../../snapshots/postgres/pg-restore.ts'
import { reapplyErasures } from '../../snapshots/reapply-erasures.ts'
import { type RestoreStep, writeStep } from './restore-step.ts'

/**
 * Puts the leads of PostgreSQL into their database and re-applies erasures; does nothing where that is done, or the
 * backup has none. Resolves to the number of leads erased.
 *
 * @param folder the folder of the restore
 * @throws OperatorError without a database, or when it holds leads that this restore has not put there
 */
export async function restoreLeads(
  folder: string,
  step: RestoreStep,
  databaseUrl: string | undefined,
  say: (text: string) => void,
): Promise<number> {
  const data = join(folder, 'data')
  const exported = existsSync(join(data, leadsExportName))
  const file = join(data, exported ? leadsExportName : dumpName)
  // The file is there until all of this is done.
  if ((step.leads ?? 'dump') !== 'dump' || !existsSync(file)) return 0
  if (!databaseUrl) {
    throw new OperatorError(
      `The backup has leads of PostgreSQL, and the first try had ${step.database ?? 'a database'}: set DATABASE_URL to that`,
    )
  }
  const database = connectionOf(databaseUrl).address
  if (step.database !== undefined && database !== step.database) {
    if (await hasLeads(databaseUrl)) {
      throw new OperatorError(
        `The database in DATABASE_URL holds leads, and the first try had ${step.database}: set that, or an empty one`,
      )
    }
    say(`The first try had ${step.database}, which may hold the same leads now`)
    await writeStep(folder, { ...step, database })
  }
  // A restore puts all leads there, or none.
  if (!(await hasLeads(databaseUrl))) {
    await (exported ? importLeads : restoreDump)(file, databaseUrl)
  }
  const found = await countPostgresLeads(databaseUrl)
  if (found !== step.count) say(`${found} leads are in DATABASE_URL, ${step.count} in the backup`)
  const erased = await reapplyErasures(data, databaseUrl)
  await rm(file)
  return erased
}
