import { existsSync, readFileSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { replacePrivateFile } from 'halvi-kit/files/private-files'
import { StartError } from 'halvi-kit/processes/start-error'
import { reasonOf } from 'halvi-kit/reason'
import { leadsFile, migrations, openDatabase } from 'halvi-leads/admin'
import { version } from 'halvi-site/version'
import Database from 'libsql'
import { storeVersions, upgradeStores } from 'local-content-lake'
import { pino } from 'pino'
import { OperatorError } from '../operator-error.ts'
import { databasesIn } from './data-files.ts'
import { copyDatabase, replaceFolder, syncFolders } from './durable-files.ts'
import { lockContent } from './lock-folder.ts'

/** Number of snapshots that are kept. */
const maxSnapshots = 2

/** The file with the version of Halvi that ran last. */
const versionFile = (dataDir: string) => join(dataDir, 'version')

/**
 * Migrates the SQLite databases of a data folder that an older version wrote. Copies all of them to
 * `snapshots/<version>/` first. Each database migrates in a transaction, so a failed migration leaves it unchanged.
 *
 * @throws StartError if a migration fails, with the folder of the copy, or OperatorError while a site runs
 */
export async function migrateData(dataDir: string): Promise<void> {
  const databases = databasesIn(dataDir)
  if (databases.some((path) => isOlder(dataDir, path))) {
    const lock = lockContent(dataDir)
    try {
      await migrate(dataDir, databases)
    } finally {
      lock.release()
    }
  }
  try {
    if (existsSync(dataDir) && readVersion(dataDir) !== version) {
      await replacePrivateFile(versionFile(dataDir), `${version}\n`)
    }
  } catch {
    // The site will fail to write as well, and report the reason.
  }
}

async function migrate(dataDir: string, databases: readonly string[]): Promise<void> {
  const snapshot = await takeSnapshot(dataDir, databases)
  try {
    upgradeStores(join(dataDir, 'lake'))
    if (databases.includes(leadsFile)) {
      await (await openDatabase({ dataDir, log: pino({ level: 'silent' }) })).destroy()
    }
  } catch (error) {
    throw new StartError(
      `The data can't be migrated: ${reasonOf(error)}. It is unchanged, and a copy is in ${snapshot}`,
    )
  }
}

/**
 * Checks that a command may open the databases of a data folder.
 *
 * @throws OperatorError if opening them would migrate them, which only the start of the site does
 */
export function assertMigrated(dataDir: string): void {
  const older = databasesIn(dataDir).filter((path) => isOlder(dataDir, path))
  if (older.length === 0) return
  throw new OperatorError(
    `${older.join(', ')} in ${dataDir} was written by an older version. Start the site, which migrates it, and try again`,
  )
}

/** Returns the version of Halvi that ran last on a data folder, or 'unknown'. */
function readVersion(dataDir: string): string {
  try {
    const [found] = /^[\w.-]{1,40}$/.exec(readFileSync(versionFile(dataDir), 'utf8').trim()) ?? []
    return found ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Returns whether opening a database would migrate it. Its owner reports damage, and newer versions. */
function isOlder(dataDir: string, path: string): boolean {
  let database: Database.Database | undefined
  try {
    database = new Database(join(dataDir, path), { timeout: 5_000 })
    const count = (sql: string) =>
      Number(Object.values(database?.prepare(sql).get([]) as Record<string, unknown>)[0])
    if (count('select count(*) from sqlite_schema') === 0) return false
    if (path !== leadsFile) {
      return count('pragma user_version') < (storeVersions[path.slice('lake/'.length)] ?? 0)
    }
    return count('select count(*) from kysely_migration') < Object.keys(migrations).length
  } catch {
    return false
  } finally {
    database?.close()
  }
}

/** Copies the databases. Keeps the newest snapshots only. Resolves to the folder of the copy. */
async function takeSnapshot(dataDir: string, databases: readonly string[]): Promise<string> {
  const folder = join(dataDir, 'snapshots')
  const snapshot = join(folder, readVersion(dataDir))
  await replaceFolder(snapshot, 'snapshot', async (unfinished) => {
    for (const path of databases) copyDatabase(join(dataDir, path), join(unfinished, path))
    await syncFolders(unfinished)
  })
  const all = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const { mtimeMs } = await stat(join(folder, name))
      return { path: join(folder, name), mtimeMs }
    }),
  )
  const expired = all.sort((one, other) => other.mtimeMs - one.mtimeMs).slice(maxSnapshots)
  for (const { path } of expired) await rm(path, { recursive: true })
  return snapshot
}
