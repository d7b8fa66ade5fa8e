import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OperatorError } from '../server/operator-error.ts'
import { version } from '../server/version.ts'
import { defineCommand } from './command.ts'
import { readJournal } from './upgrade/data/journal.ts'
import { readState } from './upgrade/data/state.ts'
import {
  checkCurrent,
  releasesFolder,
  runRelease,
  switchCurrent,
} from './upgrade/releases/releases.ts'
import { unpackRelease } from './upgrade/releases/unpack.ts'
import { runUpgrade } from './upgrade/run-upgrade.ts'

/** Upgrades the data. With a release's archive, installs that release first. */
export default defineCommand({
  usage: 'upgrade [ARCHIVE] [--without-snapshot]',
  description: `Upgrades the data to this version; stop the site first.
Keeps a snapshot in DATA_DIR/snapshots, and restores it if the upgrade fails. halvi rollback undoes an
upgrade. halvi start upgrades the data automatically. With the ARCHIVE of a release, which needs its
.sha256 file beside it, unpacks that release beside this one, upgrades the data with it, and points
the link "current" to it.
  --without-snapshot  leaves the leads in PostgreSQL out of the snapshot`,
  examples: [
    ['halvi upgrade', 'upgrades the data, after a new version was installed'],
    ['halvi upgrade halvi-0.3.0.tar.gz', 'installs a release and upgrades the data'],
  ],
  options: { 'without-snapshot': { type: 'boolean' } },
  arguments: [0, 1],
  async run({ settings, stdout }, values, [archive]) {
    const args = values['without-snapshot'] ? ['--without-snapshot'] : []
    if (archive !== undefined) return upgradeProgram(archive, args, stdout)
    const { DATA_DIR } = settings
    if (!existsSync(DATA_DIR)) {
      throw new OperatorError(
        `DATA_DIR ${DATA_DIR} does not exist. Set it to the folder of the site`,
      )
    }
    if (!readJournal(DATA_DIR) && !(await readState(settings)).needsUpgrade) {
      stdout.write(`The data is already at version ${version}\n`)
      return 0
    }
    if (!(await runUpgrade(settings, args))) return 1
    stdout.write(`The data is now at version ${version}. To undo this: halvi rollback\n`)
    return 0
  },
})

async function upgradeProgram(
  archive: string,
  args: string[],
  stdout: NodeJS.WritableStream,
): Promise<number> {
  const releases = releasesFolder()
  if (!releases) {
    throw new OperatorError('This is a checkout, not a release: run git pull, npm ci, npm start')
  }
  checkCurrent(releases)
  const next = await unpackRelease(resolve(archive), releases)
  const code = await runRelease(join(releases, `halvi-${next}`, 'halvi'), ['upgrade', ...args])
  if (code !== 0) {
    throw new OperatorError(`Halvi ${next} could not upgrade the data: keep using Halvi ${version}`)
  }
  switchCurrent(releases, next)
  stdout.write(
    `The next start runs Halvi ${next}: systemctl restart halvi, or ${join(releases, 'current', 'halvi')} start\n`,
  )
  return 0
}
