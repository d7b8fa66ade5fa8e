import { existsSync } from 'node:fs'
import { OperatorError } from '../server/operator-error.ts'
import { reappliedErasures } from '../server/snapshots/reapply-erasures.ts'
import { version as present } from '../server/version.ts'
import { defineCommand } from './command.ts'
import { counted } from './table.ts'
import { asOwnerOf } from './upgrade/as-owner.ts'
import type { LaterChanges } from './upgrade/later-changes.ts'
import {
  currentRelease,
  releaseBeside,
  releasesFolder,
  switchCurrent,
} from './upgrade/releases/releases.ts'
import { rollBack } from './upgrade/rollback.ts'
import { printStep } from './upgrade/run-upgrade.ts'
import { listSnapshots } from './upgrade/snapshots.ts'

/** Restores the data from a snapshot, or lists the snapshots. */
export default defineCommand({
  usage: 'rollback [--to NAME] [--list]',
  description: `Restores the data from the snapshot of the last upgrade; stop the site first.
Leads that were erased after the snapshot are erased again. The current data is kept as another
snapshot, which also has the newer leads as an NDJSON file. To undo a rollback, pass the name of
that snapshot to --to. Only the last two snapshots are kept.`,
  examples: [
    ['halvi rollback', 'restores the data from before the last upgrade'],
    ['halvi rollback --list', 'lists the snapshots'],
    ['halvi rollback --to 2026-11-22T19-26-00-123Z-0.2.0', 'restores a snapshot by its name'],
  ],
  options: { to: { type: 'string' }, list: { type: 'boolean' } },
  async run({ settings, stdout }, { to, list }) {
    const { DATA_DIR } = settings
    if (!existsSync(DATA_DIR)) {
      throw new OperatorError(
        `DATA_DIR ${DATA_DIR} does not exist. Set it to the folder of the site`,
      )
    }
    if (list) {
      const snapshots = await listSnapshots(DATA_DIR)
      if (snapshots.length === 0) stdout.write(`There are no snapshots in ${DATA_DIR}\n`)
      for (const { name, manifest } of snapshots) {
        const { version, before, counts } = manifest
        stdout.write(
          `${name}  Halvi ${version}, before the ${before}, ${counted(counts.leads ?? 0)}, ${counts.documents} documents\n`,
        )
      }
      return
    }
    const { version, kept, since, erasedAgain } = await asOwnerOf(DATA_DIR, () =>
      rollBack(settings, to, printStep),
    )
    const lines = [
      `The data is at version ${version}. ${describeChanges(since)}`,
      ...(erasedAgain > 0 ? [reappliedErasures(erasedAgain)] : []),
      `The previous data is kept. To undo this with Halvi ${present}: halvi rollback --to ${kept}`,
      howToStart(version),
    ]
    stdout.write(`${lines.join('\n')}\n`)
  },
})

function describeChanges({ leads, leadsFile, documents, people }: LaterChanges): string {
  const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
  const changes = [
    count(leads, 'lead', 'leads') + (leadsFile ? ` (saved in ${leadsFile})` : ''),
    `${count(documents, 'changed document', 'changed documents')}`,
    `${count(people, 'new staff member', 'new staff members')}`,
  ]
  return `No longer in the data, because they are newer: ${changes.join(', ')}.`
}

/** Returns a line that says which program to start. If that release is installed, `current` is linked to it. */
function howToStart(version: string): string {
  const releases = releasesFolder()
  const program = releaseBeside(version)
  if (!program) return `Now start Halvi ${version}: a newer version would upgrade the data again`
  if (!releases || currentRelease(releases) === undefined) return `Now run ${program} start`
  switchCurrent(releases, version)
  return `The next start runs Halvi ${version}`
}
