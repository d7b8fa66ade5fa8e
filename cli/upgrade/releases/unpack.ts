import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { childEnvironment } from 'halvi-runtime/processes/fork-program'
import { sync } from '../../../server/data-folder/durable-files.ts'
import { compareVersions } from '../../../server/data-folder/versions.ts'
import { root } from '../../../server/root.ts'
import { CommandError } from '../../command.ts'
import { ended } from '../../ended.ts'
import { version as present } from '../../version.ts'
import { currentRelease } from './releases.ts'

/**
 * Checks a release's archive against the `.sha256` beside it and unpacks it into a folder of releases.
 * Resolves to its version. The release is whole there, or not at all.
 *
 * @throws CommandError when it is damaged, is no release, or not a newer one
 */
export async function unpackRelease(archive: string, releases: string): Promise<string> {
  await checkSum(archive)
  let beside: string
  try {
    beside = mkdtempSync(join(releases, '.unpacking-'))
  } catch (error) {
    throw new CommandError(`The release can't be unpacked: ${(error as Error).message}`)
  }
  try {
    // The program's own umask keeps what it writes from others, who have to read a release that root unpacks.
    const options = ['--no-same-owner', '--same-permissions', '-xzf', archive, '-C', beside]
    const env = childEnvironment()
    const tar = spawn('tar', options, { stdio: ['ignore', 'ignore', 'inherit'], env })
    const code = await ended(tar).catch((error: Error) => {
      throw new CommandError(`tar can't be run: ${error.message}`)
    })
    if (code !== 0) throw new CommandError(`${archive} can't be unpacked`)
    const version = versionOf(beside, archive)
    const folder = join(releases, `halvi-${version}`)
    // One that was unpacked before, whose upgrade failed; what is in use is never replaced.
    if (existsSync(folder)) {
      if (currentRelease(releases) === basename(folder) || join(root, '.') === folder) {
        throw new CommandError(`Halvi ${version} is in use already`)
      }
      rmSync(folder, { recursive: true })
    }
    renameSync(join(beside, `halvi-${version}`), folder)
    sync(releases)
    return version
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

async function checkSum(archive: string): Promise<void> {
  if (!existsSync(archive)) throw new CommandError(`There is no ${archive}`)
  const file = `${archive}.sha256`
  if (!existsSync(file)) {
    throw new CommandError(`There is no ${file}: the release's checksum has to lie beside it`)
  }
  const [expected] = /^[0-9a-f]{64}\b/i.exec(readFileSync(file, 'utf8').trim()) ?? []
  const hash = createHash('sha256')
  await pipeline(createReadStream(archive), hash)
  if (hash.digest('hex') !== expected?.toLowerCase()) {
    throw new CommandError(`${archive} is damaged: its checksum is not the one in ${file}`)
  }
}

/** Of what was unpacked: one folder of a release that is newer than this one. */
function versionOf(folder: string, archive: string): string {
  const names = readdirSync(folder)
  const [, version] = /^halvi-(\d{1,6}\.\d{1,6}\.\d{1,6})$/.exec(names[0] ?? '') ?? []
  if (!version || names.length > 1 || !existsSync(join(folder, `halvi-${version}`, 'halvi'))) {
    throw new CommandError(`${archive} is no release of Halvi`)
  }
  if (compareVersions(version, present) <= 0) {
    throw new CommandError(`${archive} is Halvi ${version}, and this is ${present}`)
  }
  return version
}
