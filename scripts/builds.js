import {
  existsSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'

/** The number of builds to keep. A running site still needs the stylesheets and scripts of its older build. */
const maxBuilds = 5

/** The maximum duration of a build, in milliseconds. An older incomplete build was interrupted. */
const maxBuildMs = 3_600_000

/**
 * Returns a unique name for the folder of a new build. It is created in the project's folder, beside the link
 * `build`, which points to the active build.
 *
 * @param {string} root the project's folder
 */
export function newBuildFolder(root) {
  for (let time = Date.now(); ; time++) {
    const name = `build-${time.toString(36)}-${process.pid}`
    if (!existsSync(join(root, name))) return name
  }
}

/**
 * Activates a finished build by changing the link `build` in one atomic step. Running processes have already resolved
 * the link, and keep their build.
 *
 * @param {string} root
 * @param {string} folder
 */
export function activateBuild(root, folder) {
  const link = join(root, 'build')
  // Older versions built into a folder with this name.
  if (lstatSync(link, { throwIfNoEntry: false })?.isDirectory()) {
    renameSync(link, join(root, newBuildFolder(root)))
  }
  const next = join(root, `${folder}.link`)
  symlinkSync(folder, next, 'junction')
  renameSync(next, link)
}

/**
 * Removes all builds except the newest ones, and the remains of interrupted builds.
 *
 * @param {string} root
 */
export function removeOldBuilds(root) {
  const all = readdirSync(root)
    .filter((name) => /^build-\w+-\d+$/.test(name))
    .map((name) => {
      const mark = join(root, name, 'fingerprint')
      const isComplete = existsSync(mark)
      const stats = statSync(isComplete ? mark : join(root, name), { throwIfNoEntry: false })
      return { name, isComplete, time: stats?.mtimeMs ?? 0 }
    })
    .sort((a, b) => b.time - a.time)
  const old = all.filter(({ isComplete }) => isComplete).slice(maxBuilds)
  const interrupted = all.filter(
    ({ isComplete, time }) => !isComplete && Date.now() - time > maxBuildMs,
  )
  for (const { name } of [...old, ...interrupted])
    rmSync(join(root, name), { recursive: true, force: true })
}
