import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { chmod, copyFile, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sync } from 'halvi-kit/files/private-files'
import Database from 'libsql'

/** Syncs a folder and all folders below it, so that all names survive a power failure. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) sync(join(entry.parentPath, entry.name))
  }
  sync(folder)
  sync(dirname(folder))
}

/**
 * Lets `fill` fill a new folder, which then takes the place of a former one. The former folder is kept until the new
 * one is in its place, and comes back if the process was killed in between. Processes that may run at the same time
 * need different ids.
 */
export async function replaceFolder(
  folder: string,
  id: string,
  fill: (unfinished: string) => Promise<void>,
): Promise<void> {
  const [unfinished, former] = [`${folder}.unfinished-${id}`, `${folder}.former-${id}`]
  try {
    if (existsSync(folder)) await rm(former, { recursive: true, force: true })
    else if (existsSync(former)) await rename(former, folder)
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    await fill(unfinished)
    if (existsSync(folder)) await rename(folder, former)
    await rename(unfinished, folder)
    await rm(former, { recursive: true, force: true })
  } finally {
    if (!existsSync(folder) && existsSync(former)) await rename(former, folder)
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Copies a file to a new one that only its owner can read, and syncs it. */
export async function copyPrivate(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await copyFile(from, to)
  await chmod(to, 0o600)
  await using file = await open(to, 'r')
  await file.sync()
}

/** Links a file that never changes into another folder, or copies it where links are not possible. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await link(from, to).catch(() => copyPrivate(from, to))
}

/** Timeout while another process locks the database, such as a site that is starting; in milliseconds. */
const busyMs = 5_000

/**
 * Copies a SQLite database, as of one moment, to a new file that only its owner can read. The site may write
 * meanwhile.
 */
export function copyDatabase(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const database = new Database(from, { timeout: busyMs })
  try {
    database.exec(`vacuum into '${to.replaceAll("'", "''")}'`)
  } finally {
    database.close()
  }
  chmodSync(to, 0o600)
  sync(to)
}
