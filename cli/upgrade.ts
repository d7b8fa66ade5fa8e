import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { reasonOf } from 'halvi-runtime/reason'
import { CommandError, defineCommand } from './command.ts'
import { ended } from './ended.ts'
import { readJournal } from './upgrade/data/journal.ts'
import { readState } from './upgrade/data/state.ts'
import { checkCurrent, releasesFolder, switchCurrent } from './upgrade/releases/releases.ts'
import { unpackRelease } from './upgrade/releases/unpack.ts'
import { runUpgrade } from './upgrade/run-upgrade.ts'
import { version } from './version.ts'

/** Upgrades the data, and with an archive the program first. */
export default defineCommand({
  usage: 'upgrade [ARCHIVE] [--without-snapshot]',
  description: `Brings the data to this version, with a way back; stop the site first.
What is there is kept in DATA_DIR/snapshots; when something fails it is put back. halvi start does
the same by itself. With a release's ARCHIVE, its .sha256 beside it, that release is unpacked beside
this one, upgrades the data, and becomes the one that the link current names.
--without-snapshot goes on where leads are in PostgreSQL and pg_dump is not there to keep them.`,
  examples: [
    ['halvi upgrade', 'the data, after a new version has been put in place'],
    ['halvi upgrade halvi-0.3.0.tar.gz', 'to another release, all of it'],
  ],
  options: { 'without-snapshot': { type: 'boolean' } },
  arguments: [0, 1],
  async run({ settings, stdout }, values, [archive]) {
    const args = values['without-snapshot'] ? ['--without-snapshot'] : []
    if (archive !== undefined) return upgradeProgram(archive, args, stdout)
    if (!existsSync(settings.DATA_DIR)) {
      throw new CommandError(`There are no data in ${settings.DATA_DIR}`)
    }
    if (!readJournal(settings.DATA_DIR) && !(await readState(settings)).needsUpgrade) {
      stdout.write(`The data are of Halvi ${version} already\n`)
      return 0
    }
    if (!(await runUpgrade(settings, args))) return 1
    stdout.write(`The data are of Halvi ${version} now; halvi rollback goes back\n`)
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
    throw new CommandError('This is a checkout, not a release: git pull, npm ci, npm start')
  }
  checkCurrent(releases)
  const next = await unpackRelease(resolve(archive), releases)
  const program = join(releases, `halvi-${next}`, 'halvi')
  const child = spawn(program, ['upgrade', ...args], { stdio: 'inherit' })
  const code = await ended(child).catch((error: Error) => {
    throw new CommandError(`${program} can't be run: ${reasonOf(error)}`)
  })
  if (code !== 0) {
    throw new CommandError(`Halvi ${next} could not upgrade the data: ${version} stays in use`)
  }
  switchCurrent(releases, next)
  stdout.write(
    `Halvi ${next} is in use from the next start on: start the site, by systemctl restart halvi or ${join(releases, 'current', 'halvi')} start\n`,
  )
  return 0
}
