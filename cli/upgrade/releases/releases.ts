import { existsSync, lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sync } from '../../../server/data-folder/durable-files.ts'
import { root } from '../../../server/root.ts'
import { CommandError } from '../../command.ts'

/** A folder of a release, as its archive names it. */
const releaseName = /^halvi-(\d{1,6}\.\d{1,6}\.\d{1,6})$/

/**
 * Where the releases lie, of which this program is one; undefined in a checkout.
 *
 * @param folder the program's own, with or without a slash at its end
 */
export function releasesFolder(folder: string = root): string | undefined {
  return releaseName.test(basename(folder)) ? dirname(join(folder, '.')) : undefined
}

/** The program of the release of a version that lies beside this one; undefined where there is none. */
export function releaseBeside(version: string): string | undefined {
  const program = join(releasesFolder() ?? dirname(join(root, '.')), `halvi-${version}`, 'halvi')
  return existsSync(program) ? program : undefined
}

/**
 * Has the link `current` name the release of a version, in one step; it is made where there is none.
 *
 * @throws CommandError when `current` is no link
 */
export function switchCurrent(folder: string, version: string): void {
  checkCurrent(folder)
  const current = join(folder, 'current')
  const next = join(folder, `current.${process.pid}`)
  rmSync(next, { force: true })
  symlinkSync(`halvi-${version}`, next)
  renameSync(next, current)
  sync(folder)
}

/** @throws CommandError when `current` is something else than a link */
export function checkCurrent(folder: string): void {
  const found = lstatSync(join(folder, 'current'), { throwIfNoEntry: false })
  if (found && !found.isSymbolicLink()) {
    throw new CommandError(`${join(folder, 'current')} is no link: move it away`)
  }
}

/** The folder that `current` names; undefined without such a link. */
export function currentRelease(folder: string): string | undefined {
  const current = join(folder, 'current')
  if (!lstatSync(current, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined
  return basename(readlinkSync(current))
}
