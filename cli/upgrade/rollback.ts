import { compareVersions } from '../../server/data-folder/versions.ts'
import type { Settings } from '../../server/settings/settings.ts'
import { CommandError } from '../command.ts'
import { version } from '../version.ts'
import { checkpoint } from './data/checkpoint.ts'
import { type Journal, readJournal, writeJournal } from './data/journal.ts'
import { dumpPostgres } from './data/postgres.ts'
import { firstVersion, readVersionFile } from './data/version-file.ts'
import { lockContent, lockUpgrade } from './lock.ts'
import type { OnStep } from './on-step.ts'
import { recover } from './recover.ts'
import { eraseStaged } from './snapshots/erase-staged.ts'
import type { Manifest } from './snapshots/manifest.ts'
import { stage, verifySnapshot } from './snapshots/put-back.ts'
import { keepSnapshot, listSnapshots, makeSnapshot, snapshotName } from './snapshots/snapshot.ts'
import { type WrittenSince, writtenSince } from './snapshots/written-since.ts'

/** What a rollback has done. */
interface RolledBack {
  /** The version that the data are of now. */
  version: string
  /** The snapshot of what was there before. */
  kept: string
  since: WrittenSince
  /** Leads that were erased since, and are again. */
  erasedAgain: number
}

/**
 * Puts a snapshot in the place of the data, and keeps what was there as a snapshot of its own. Whoever was
 * erased since the snapshot was made is erased again. Cut short, it is finished by `recover`, or has done
 * nothing yet.
 *
 * @param to the snapshot's name; absent: the newest that an upgrade has made
 * @throws CommandError when it could not be done; nothing was changed then
 */
export async function rollBack(
  settings: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>,
  to: string | undefined,
  onStep: OnStep = () => {},
): Promise<RolledBack> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings
  const lock = lockUpgrade(dataDir)
  try {
    if (readJournal(dataDir)) await recover(settings, onStep)
    const from = readVersionFile(dataDir) ?? firstVersion
    const target = await targetOf(dataDir, to, from)
    const content = lockContent(dataDir)
    const kept = await snapshotName(dataDir, from)
    try {
      checkpoint(dataDir)
      onStep(`look through ${target}`)
      const manifest = await verifySnapshot(dataDir, target)
      checkVersion(manifest)
      checkDump(manifest, databaseUrl)
      const inPhase = (phase: Journal['phase']) =>
        writeJournal(dataDir, {
          ...{ doing: 'rollback', from, to: manifest.version },
          ...{ snapshot: `${target}.staged`, kept, phase },
        })
      inPhase('keep')
      onStep(`keep what is there as ${kept}`)
      const dump =
        databaseUrl && manifest.dump
          ? (folder: string) => dumpPostgres(databaseUrl, folder)
          : undefined
      await makeSnapshot(dataDir, kept, { version: from, before: 'rollback', dump })
      onStep('the snapshot is made')
      await keepSnapshot(dataDir, kept)
      onStep('look for what was written since')
      const since = await writtenSince(settings, target, kept)
      onStep(`copy ${target}`)
      const staged = await stage(dataDir, target)
      const erased = await eraseStaged(dataDir, staged, onStep)
      onStep('nothing was changed yet')
      inPhase('change')
      content.release()
      const recovered = await recover(settings, onStep)
      const erasedAgain = erased + (recovered?.erasedAgain ?? 0)
      return { version: manifest.version, kept, since, erasedAgain }
    } catch (error) {
      // Nothing was changed yet, or it can be finished.
      if (readJournal(dataDir)?.phase === 'keep') await recover(settings)
      throw error
    } finally {
      content.release()
    }
  } finally {
    lock.release()
  }
}

async function targetOf(dataDir: string, to: string | undefined, from: string): Promise<string> {
  const all = await listSnapshots(dataDir)
  if (to !== undefined) {
    if (all.some(({ name }) => name === to)) return to
    throw new CommandError(`There is no snapshot ${to}: halvi rollback --list shows them`)
  }
  const last = all.filter(({ manifest }) => manifest.before === 'upgrade').at(-1)
  if (!last) throw new CommandError(`No upgrade has left a snapshot in ${dataDir}`)
  if (last.manifest.version === from) {
    throw new CommandError(
      `The data are of Halvi ${from} already: halvi rollback --list shows what else there is, for --to`,
    )
  }
  return last.name
}

/** What its tables hold of people is known to no older program: it could not erase them again. */
function checkVersion({ version: to }: Manifest): void {
  if (compareVersions(to, version) <= 0) return
  throw new CommandError(
    `The snapshot is of Halvi ${to}, and this is ${version}: run halvi rollback of that one`,
  )
}

/** Leads in PostgreSQL go back with the rest, or all stays. */
function checkDump({ dump, version: to }: Manifest, databaseUrl: string | undefined): void {
  if (dump && !databaseUrl) {
    throw new CommandError('The snapshot holds leads of PostgreSQL: set DATABASE_URL')
  }
  if (databaseUrl && !dump) {
    throw new CommandError(
      `The snapshot holds no leads of PostgreSQL, which ${version} has migrated: restore a backup of it, and start ${to}`,
    )
  }
}
