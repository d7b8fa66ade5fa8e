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
import { OperatorError } from '../../../server/operator-error.ts'
import { root } from '../../../server/root.ts'
import { version as present } from '../../../server/version.ts'
import { ended } from '../../ended.ts'
import { currentRelease, releaseName } from './releases.ts'

/**
 * Checks a release's archive against the `.sha256` beside it, and unpacks it into the folder of releases, wholly or
 * not at all. Resolves to its version.
 *
 * @throws OperatorError when it is damaged, not a release, or not a newer one
 */
export async function unpackRelease(archive: string, releases: string): Promise<string> {
  await checkSum(archive)
  let beside: string
  try {
    beside = mkdtempSync(join(releases, '.unpacking-'))
  } catch (error) {
    throw new OperatorError(`The release can't be unpacked: ${(error as Error).message}`)
  }
  try {
    // Other users have to read a release that root unpacks, in spite of this program's umask.
    const options = ['--no-same-owner', '--same-permissions', '-xzf', archive, '-C', beside]
    const env = childEnvironment()
    const tar = spawn('tar', options, { stdio: ['ignore', 'ignore', 'inherit'], env })
    const code = await ended(tar).catch((error: Error) => {
      throw new OperatorError(`tar can't run: ${error.message}`)
    })
    if (code !== 0) throw new OperatorError(`${archive} can't be unpacked`)
    const version = versionOf(beside, archive)
    const folder = join(releases, `halvi-${version}`)
    // It was unpacked before, and its upgrade failed. A release in use is never replaced.
    if (existsSync(folder)) {
      if (currentRelease(releases) === basename(folder) || join(root, '.') === folder) {
        throw new OperatorError(`Halvi ${version} is already in use`)
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
  if (!existsSync(archive)) throw new OperatorError(`There is no ${archive}`)
  const file = `${archive}.sha256`
  if (!existsSync(file)) {
    throw new OperatorError(`There is no ${file}: the release's checksum has to be beside it`)
  }
  const [expected] = /^[0-9a-f]{64}\b/i.exec(readFileSync(file, 'utf8').trim()) ?? []
  const hash = createHash('sha256')
  await pipeline(createReadStream(archive), hash)
  if (hash.digest('hex') !== expected?.toLowerCase()) {
    throw new OperatorError(`${archive} is damaged: its checksum is not the one in ${file}`)
  }
}

/** Returns the version of an unpacked archive, which has one folder, of a newer release. */
function versionOf(folder: string, archive: string): string {
  const names = readdirSync(folder)
  const [, version] = releaseName.exec(names[0] ?? '') ?? []
  if (!version || names.length > 1 || !existsSync(join(folder, `halvi-${version}`, 'halvi'))) {
    throw new OperatorError(`${archive} is not a release of Halvi`)
  }
  if (compareVersions(version, present) <= 0) {
    throw new OperatorError(`${archive} is Halvi ${version}, and this is ${present}`)
  }
  return version
}
