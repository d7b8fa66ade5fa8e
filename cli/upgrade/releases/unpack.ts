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
import { sync } from 'halvi-runtime/files/private-files'
import { childEnvironment } from 'halvi-runtime/processes/fork-program'
import { compareVersions } from '../../../server/data-folder/versions.ts'
import { OperatorError } from '../../../server/operator-error.ts'
import { root } from '../../../server/root.ts'
import { version as present } from '../../../server/version.ts'
import { exitCodeOf } from '../../child-exit.ts'
import { currentRelease, releaseName } from './releases.ts'

/**
 * Checks a release's archive against the `.sha256` file beside it, and unpacks it into the folder of releases. If it
 * fails, it leaves nothing behind. Resolves to the version of the release.
 *
 * @throws OperatorError if the archive is damaged, is not a release, or is not newer than this release
 */
export async function unpackRelease(archive: string, releases: string): Promise<string> {
  await checkSum(archive)
  let temporary: string
  try {
    temporary = mkdtempSync(join(releases, '.unpacking-'))
  } catch (error) {
    throw new OperatorError(`The release can't be unpacked: ${(error as Error).message}`)
  }
  try {
    // `--same-permissions` ignores this program's umask: the site's user has to read a release that root unpacks.
    const options = ['--no-same-owner', '--same-permissions', '-xzf', archive, '-C', temporary]
    const env = childEnvironment()
    const tar = spawn('tar', options, { stdio: ['ignore', 'ignore', 'inherit'], env })
    const code = await exitCodeOf(tar).catch((error: Error) => {
      throw new OperatorError(`tar can't run: ${error.message}`)
    })
    if (code !== 0) {
      throw new OperatorError(`${archive} can't be unpacked: tar exited with ${code}`)
    }
    const version = versionOf(temporary, archive)
    const folder = join(releases, `halvi-${version}`)
    // An earlier upgrade to this release has failed after unpacking it. A release in use is never replaced.
    if (existsSync(folder)) {
      if (currentRelease(releases) === basename(folder) || join(root, '.') === folder) {
        throw new OperatorError(`Halvi ${version} is already in use`)
      }
      rmSync(folder, { recursive: true })
    }
    renameSync(join(temporary, `halvi-${version}`), folder)
    sync(releases)
    return version
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

async function checkSum(archive: string): Promise<void> {
  if (!existsSync(archive)) throw new OperatorError(`${archive} does not exist`)
  const file = `${archive}.sha256`
  if (!existsSync(file)) {
    throw new OperatorError(`${file} does not exist: put the release's checksum beside the archive`)
  }
  const [expected] = /^[0-9a-f]{64}\b/i.exec(readFileSync(file, 'utf8').trim()) ?? []
  const hash = createHash('sha256')
  await pipeline(createReadStream(archive), hash)
  if (hash.digest('hex') !== expected?.toLowerCase()) {
    throw new OperatorError(
      `${archive} is damaged: its checksum differs from the one in ${file}. Download both again.`,
    )
  }
}

/** Returns the version of an unpacked archive. @throws OperatorError if it is not one folder with a newer release */
function versionOf(folder: string, archive: string): string {
  const names = readdirSync(folder)
  const [, version] = releaseName.exec(names[0] ?? '') ?? []
  if (!version || names.length > 1 || !existsSync(join(folder, `halvi-${version}`, 'halvi'))) {
    throw new OperatorError(`${archive} is not a release of Halvi`)
  }
  if (compareVersions(version, present) <= 0) {
    throw new OperatorError(
      `${archive} is Halvi ${version}, which is not newer than this version, ${present}`,
    )
  }
  return version
}
