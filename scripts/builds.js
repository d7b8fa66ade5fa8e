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

/** So many builds are kept: a site that runs on a former one still sends its styles and scripts. */
const kept = 5

/** A build that has not ended by then was cut short, in milliseconds. */
const longest = 3_600_000

/**
 * The name of a folder for a build, beside the link `build`, which names the one in use. All lie
 * directly in the project's folder, as scripts/ does. No two are the same.
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
 * Has a finished build used from now on. The link changes in one step; what runs has long resolved it.
 *
 * @param {string} root
 * @param {string} folder
 */
export function switchTo(root, folder) {
  const link = join(root, 'build')
  // Former versions built into a folder of this name.
  if (lstatSync(link, { throwIfNoEntry: false })?.isDirectory()) {
    renameSync(link, join(root, newBuildFolder(root)))
  }
  const next = join(root, `${folder}.link`)
  symlinkSync(folder, next, 'junction')
  renameSync(next, link)
}

/**
 * Removes all but the newest builds, and what is left of those that were cut short.
 *
 * @param {string} root
 */
export function removeFormerBuilds(root) {
  const all = readdirSync(root)
    .filter((name) => /^build-\w+-\d+$/.test(name))
    .map((name) => {
      const whole = join(root, name, 'fingerprint')
      const time = statSync(existsSync(whole) ? whole : join(root, name), { throwIfNoEntry: false })
      return { name, isWhole: existsSync(whole), time: time?.mtimeMs ?? 0 }
    })
    .sort((a, b) => b.time - a.time)
  const former = all.filter(({ isWhole }) => isWhole).slice(kept)
  const cut = all.filter(({ isWhole, time }) => !isWhole && Date.now() - time > longest)
  for (const { name } of [...former, ...cut])
    rmSync(join(root, name), { recursive: true, force: true })
}
