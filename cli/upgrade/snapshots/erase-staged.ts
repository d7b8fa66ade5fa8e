import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ErasedList, erasedListName } from 'halvi-leads/erased-list'
import { leadsFile } from 'halvi-leads/files'
import { sync } from '../../../server/data-folder/durable-files.ts'
import { hasTable } from '../data/counts.ts'
import { eraseAgain } from '../erase-again.ts'
import type { OnStep } from '../on-step.ts'
import { describe, readManifest, writeManifest } from './manifest.ts'
import { snapshotsOf } from './snapshot.ts'

/**
 * Erases again in a copy of a snapshot, before it is put back, whoever was erased since: nobody ever finds
 * them in the data then, at whatever moment a rollback is cut short. The list of what is there is merged
 * with the snapshot's, and is complete from here on: it stays when the rest goes back. Resolves to how many
 * leads were erased.
 *
 * @throws CommandError when it could not be done
 */
export async function eraseStaged(dataDir: string, name: string, onStep: OnStep): Promise<number> {
  const staged = join(snapshotsOf(dataDir), name)
  const [present, former] = [new ErasedList(dataDir), new ErasedList(staged)]
  await present.merge([await former.text()])
  await former.merge([await present.text()])
  const leads = join(staged, leadsFile)
  const hasLeads = existsSync(leads) && hasTable(leads, 'lead')
  const erased = hasLeads
    ? await eraseAgain({ DATA_DIR: staged, DATABASE_URL: undefined }, onStep)
    : 0
  const manifest = readManifest(staged)
  const changed = [erasedListName, ...(erased > 0 ? [leadsFile] : [])]
  const files = manifest.files.map((file) =>
    changed.includes(file.path) ? describe(staged, file.path) : file,
  )
  await writeManifest(staged, { ...manifest, files: await Promise.all(files) })
  sync(staged)
  return erased
}
