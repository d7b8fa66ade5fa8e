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
 * Imports the leads of a backup into PostgreSQL and re-applies erasures. Does nothing if the backup has no PostgreSQL
 * leads or an earlier attempt has completed this step. Resolves to the number of leads erased.
 *
 * @param folder the working folder of the restore
 * @throws OperatorError when no database is set, or the database has leads that this restore did not import
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
  // The file is deleted only after everything below has succeeded.
  if ((step.leads ?? 'dump') !== 'dump' || !existsSync(file)) return 0
  if (!databaseUrl) {
    throw new OperatorError(
      `The backup contains PostgreSQL leads. The first attempt restored to ${step.database ?? 'a database'}: set DATABASE_URL to it and try again`,
    )
  }
  const database = connectionOf(databaseUrl).address
  if (step.database !== undefined && database !== step.database) {
    if (await hasLeads(databaseUrl)) {
      throw new OperatorError(
        `The database in DATABASE_URL already has leads. Set DATABASE_URL to ${step.database}, as in the first attempt, or to an empty database`,
      )
    }
    say(`The first attempt used ${step.database}, which may now contain the same leads`)
    await writeStep(folder, { ...step, database })
  }
  // An import is one transaction: a database that has leads has all leads of the backup.
  if (!(await hasLeads(databaseUrl))) {
    await (exported ? importLeads : restoreDump)(file, databaseUrl)
  }
  const found = await countPostgresLeads(databaseUrl)
  if (found !== step.count) say(`The database has ${found} leads, the backup has ${step.count}`)
  const erased = await reapplyErasures(data, databaseUrl)
  await rm(file)
  return erased
}
