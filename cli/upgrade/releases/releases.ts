import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sync } from 'halvi-runtime/files/private-files'
import { reasonOf } from 'halvi-runtime/reason'
import { OperatorError } from '../../../server/operator-error.ts'
import { root } from '../../../server/root.ts'
import { exitCodeOf } from '../../child-exit.ts'

/** Matches the name of a release's folder, with its version as the first group. */
export const releaseName = /^halvi-(\d{1,6}\.\d{1,6}\.\d{1,6})$/

/**
 * Returns the folder that contains this release and others, or undefined in a checkout.
 *
 * @param folder this program's folder, with or without a slash at its end
 */
export function releasesFolder(folder: string = root): string | undefined {
  return releaseName.test(basename(folder)) ? dirname(join(folder, '.')) : undefined
}

/**
 * Returns the path of the program of another release, or undefined if that release is not installed beside this one.
 */
export function releaseBeside(version: string): string | undefined {
  const program = join(releasesFolder() ?? dirname(join(root, '.')), `halvi-${version}`, 'halvi')
  return existsSync(program) ? program : undefined
}

/** Runs the program of a release. Resolves to its exit code, or to null if it was killed. */
export async function runRelease(program: string, args: string[]): Promise<number | null> {
  const child = spawn(program, args, { stdio: 'inherit' })
  return exitCodeOf(child).catch((error) => {
    throw new OperatorError(`${program} can't run: ${reasonOf(error)}`)
  })
}

/**
 * Points the link `current` to the release of a version, in one atomic step. Creates the link if it does not exist.
 *
 * @throws OperatorError if `current` is not a link
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

/** Checks that `current` is a link or does not exist. @throws OperatorError if it is something else */
export function checkCurrent(folder: string): void {
  const found = lstatSync(join(folder, 'current'), { throwIfNoEntry: false })
  if (found && !found.isSymbolicLink()) {
    throw new OperatorError(
      `${join(folder, 'current')} must be a link to a release: rename it and try again`,
    )
  }
}

/** Returns the name of the folder that `current` points to, or undefined if there is no such link. */
export function currentRelease(folder: string): string | undefined {
  const current = join(folder, 'current')
  if (!lstatSync(current, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined
  return basename(readlinkSync(current))
}
