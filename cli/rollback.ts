import { existsSync } from 'node:fs'
import { OperatorError } from '../server/operator-error.ts'
import { reappliedErasures } from '../server/snapshots/reapply-erasures.ts'
import { version as present } from '../server/version.ts'
import { defineCommand } from './command.ts'
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

/** Puts a snapshot back. */
export default defineCommand({
  usage: 'rollback [--to NAME] [--list]',
  description: `Puts the snapshot of the last upgrade back; stop the site first. Leads that were erased since
are erased again. The present data is kept as another snapshot, with new leads as NDJSON in it, so
that --to NAME undoes a rollback. The last two snapshots are kept.`,
  examples: [
    ['halvi rollback', 'to the data before the last upgrade'],
    ['halvi rollback --list', 'lists the snapshots'],
    ['halvi rollback --to 2026-11-22T19-26-00-123Z-0.2.0', 'to another one of them'],
  ],
  options: { to: { type: 'string' }, list: { type: 'boolean' } },
  arguments: [0, 0],
  async run({ settings, stdout }, { to, list }) {
    const { DATA_DIR } = settings
    if (!existsSync(DATA_DIR)) throw new OperatorError(`There is no data in ${DATA_DIR}`)
    if (list) {
      for (const { name, manifest } of await listSnapshots(DATA_DIR)) {
        const { version, before, counts } = manifest
        stdout.write(
          `${name}  Halvi ${version}, before the ${before}, ${counts.leads ?? 0} leads, ${counts.documents} documents\n`,
        )
      }
      return 0
    }
    const { version, kept, since, erasedAgain } = await asOwnerOf(DATA_DIR, () =>
      rollBack(settings, to, printStep),
    )
    const lines = [
      `The data is at version ${version}. ${inWords(since)}`,
      ...(erasedAgain > 0 ? [reappliedErasures(erasedAgain)] : []),
      `The former data is kept; Halvi ${present} undoes this: halvi rollback --to ${kept}`,
      howToStart(version),
    ]
    stdout.write(`${lines.join('\n')}\n`)
    return 0
  },
})

function inWords({ leads, leadsFile, documents, people }: LaterChanges): string {
  const of = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
  const changes = [
    of(leads, 'lead', 'leads') + (leadsFile ? ` (in ${leadsFile})` : ''),
    `${of(documents, 'document', 'documents')} changed`,
    `${of(people, 'person', 'people')} joined`,
  ]
  return `Written since, and not in it: ${changes.join(', ')}.`
}

/** Returns which program to start; it becomes the current one where it is beside this one. */
function howToStart(version: string): string {
  const releases = releasesFolder()
  const program = releaseBeside(version)
  if (!program) return `Start Halvi ${version}: a newer one upgrades the data again`
  if (!releases || currentRelease(releases) === undefined) return `Start ${program} start`
  switchCurrent(releases, version)
  return `The next start is of Halvi ${version}`
}
