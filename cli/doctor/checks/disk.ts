import { existsSync } from 'node:fs'
import { readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Settings } from '../../../server/settings/settings.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const megabyte = 1_000_000

/** With less, submissions are soon answered with 503. */
const leastFree = 100 * megabyte

/** A file is made for each picture that is shown and each page that is kept. */
const leastInodes = 1_000

/** There is room for what comes in, and for a copy of the data, as upgrades and backups make. */
export async function checkDisk(
  { DATA_DIR }: Settings,
  signal: AbortSignal,
): Promise<Finding | Finding[]> {
  const folder = nearest(resolve(DATA_DIR))
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const free = bavail * bsize
  const findings: Finding[] = []
  // Some file systems count none.
  if (files > 0 && ffree < leastInodes) {
    const found = `the disk of ${folder} has room for ${ffree} more files, however small`
    findings.push(fail(found, 'delete files nobody needs: many small ones use it up'))
  }
  const used = await sizeOf(DATA_DIR, signal)
  const found = `${size(free)} free, ${size(used)} of data in ${DATA_DIR}`
  if (free < leastFree) {
    findings.push(fail(found, 'make room: a full disk takes no more leads'))
  } else if (free < used + leastFree) {
    findings.push(warn(found, 'make room: an upgrade keeps a copy of the data beside it'))
  }
  return findings.length > 0 ? findings : ok(found)
}

/** The folder itself, or, before the first start, the one in which it will be made. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder))
}

/** In bytes as the disk counts them; what goes away meanwhile counts nothing. */
async function sizeOf(folder: string, signal: AbortSignal): Promise<number> {
  let total = 0
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    signal.throwIfAborted()
    const path = join(folder, entry.name)
    if (entry.isDirectory()) total += await sizeOf(path, signal)
    else if (entry.isFile()) total += (await stat(path).catch(() => undefined))?.size ?? 0
  }
  return total
}

/** Bytes, as people read them. */
function size(bytes: number): string {
  if (bytes < megabyte) return `${Math.round(bytes / 1000)} kB`
  if (bytes < 1000 * megabyte) return `${Math.round(bytes / megabyte)} MB`
  return `${(bytes / (1000 * megabyte)).toFixed(1)} GB`
}
