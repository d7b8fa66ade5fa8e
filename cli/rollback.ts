import { existsSync } from 'node:fs'
import { CommandError, defineCommand } from './command.ts'
import { asOwnerOf } from './upgrade/as-owner.ts'
import { toldErased } from './upgrade/erase-again.ts'
import { printStep } from './upgrade/print-step.ts'
import {
  currentRelease,
  releaseBeside,
  releasesFolder,
  switchCurrent,
} from './upgrade/releases/releases.ts'
import { rollBack } from './upgrade/rollback.ts'
import { listSnapshots } from './upgrade/snapshots/snapshot.ts'
import type { WrittenSince } from './upgrade/snapshots/written-since.ts'
import { version as present } from './version.ts'

/** Puts a snapshot back. */
export default defineCommand({
  usage: 'rollback [--to NAME] [--list]',
  description: `Puts back what the last upgrade has kept; stop the site first. Who was erased since is
erased again. What is there now is kept as a snapshot of its own first, with the leads that came since as NDJSON
in it, so that a rollback can be undone by --to NAME. The last two snapshots are kept.`,
  examples: [
    ['halvi rollback', 'to what was there before the last upgrade'],
    ['halvi rollback --list', 'the snapshots that there are'],
    ['halvi rollback --to 2026-11-22T19-26-00-123Z-0.2.0', 'to another one of them'],
  ],
  options: { to: { type: 'string' }, list: { type: 'boolean' } },
  arguments: [0, 0],
  async run({ settings, stdout }, { to, list }) {
    const { DATA_DIR } = settings
    if (!existsSync(DATA_DIR)) throw new CommandError(`There are no data in ${DATA_DIR}`)
    if (list) {
      for (const { name, manifest } of await listSnapshots(DATA_DIR)) {
        const { version, before, counts } = manifest
        stdout.write(
          `${name}  Halvi ${version}, before the ${before}, ${counts.lead ?? 0} leads, ${counts.documents ?? 0} documents\n`,
        )
      }
      return 0
    }
    const { version, kept, since, erasedAgain } = await asOwnerOf(DATA_DIR, () =>
      rollBack(settings, to, printStep),
    )
    stdout.write(`The data are those of Halvi ${version}. ${told(since)}\n`)
    if (erasedAgain > 0) stdout.write(`${toldErased(erasedAgain)}\n`)
    stdout.write(
      `What was there is kept; Halvi ${present} undoes this: halvi rollback --to ${kept}\n`,
    )
    stdout.write(`${startWith(version)}\n`)
    return 0
  },
})

function told({ leads, leadsFile, documents, people }: WrittenSince): string {
  const of = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
  const written = [
    of(leads, 'lead', 'leads') + (leadsFile ? ` (in ${leadsFile})` : ''),
    `${of(documents, 'document', 'documents')} changed`,
    `${of(people, 'person', 'people')} joined`,
  ]
  return `Written since, and not in them: ${written.join(', ')}.`
}

/** Which program the data need; it becomes the current one where it lies beside. */
function startWith(version: string): string {
  const releases = releasesFolder()
  const program = releaseBeside(version)
  if (!program) return `Start Halvi ${version}: a newer one upgrades them again`
  if (!releases || currentRelease(releases) === undefined) return `Start ${program} start`
  switchCurrent(releases, version)
  return `Halvi ${version} is in use from the next start on`
}
