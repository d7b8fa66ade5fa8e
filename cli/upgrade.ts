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

/** Upgrades the data, and with an archive the program first. */
export default defineCommand({
  usage: 'upgrade [ARCHIVE] [--without-snapshot]',
  description: `Brings the data to this version, with a way back; stop the site first.
Keeps a snapshot in DATA_DIR/snapshots, and puts it back when something fails. halvi start does the
same by itself. With a release's ARCHIVE, its .sha256 beside it, unpacks that release beside this
one, which upgrades the data and becomes the one that the link current points to.
  --without-snapshot  keeps no leads of PostgreSQL in the snapshot`,
  examples: [
    ['halvi upgrade', 'the data, after a new version was installed'],
    ['halvi upgrade halvi-0.3.0.tar.gz', 'program and data'],
  ],
  options: { 'without-snapshot': { type: 'boolean' } },
  arguments: [0, 1],
  async run({ settings, stdout }, values, [archive]) {
    const args = values['without-snapshot'] ? ['--without-snapshot'] : []
    if (archive !== undefined) return upgradeProgram(archive, args, stdout)
    const { DATA_DIR } = settings
    if (!existsSync(DATA_DIR)) throw new OperatorError(`There is no data in ${DATA_DIR}`)
    if (!readJournal(DATA_DIR) && !(await readState(settings)).needsUpgrade) {
      stdout.write(`The data is already at version ${version}\n`)
      return 0
    }
    if (!(await runUpgrade(settings, args))) return 1
    stdout.write(`The data is at version ${version} now; halvi rollback goes back\n`)
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
    throw new OperatorError('This is a checkout, not a release: git pull, npm ci, npm start')
  }
  checkCurrent(releases)
  const next = await unpackRelease(resolve(archive), releases)
  const code = await runRelease(join(releases, `halvi-${next}`, 'halvi'), ['upgrade', ...args])
  if (code !== 0) {
    throw new OperatorError(`Halvi ${next} could not upgrade the data: ${version} stays in use`)
  }
  switchCurrent(releases, next)
  stdout.write(
    `The next start is of Halvi ${next}: systemctl restart halvi, or ${join(releases, 'current', 'halvi')} start\n`,
  )
  return 0
}
