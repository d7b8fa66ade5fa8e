import { join } from 'node:path'
import Database from 'libsql'
import { OperatorError } from '../operator-error.ts'
import { chunkBytes } from './repository/repository.ts'

type OpenDatabase = InstanceType<typeof Database>

/** How long to wait for another process that has locked the file, in milliseconds. */
const busyMs = 5_000

/**
 * Reads a consistent snapshot of several databases while other processes write to them. In WAL mode, a read
 * transaction does not see later commits and does not block writers.
 */
export class DatabaseReader {
  readonly databases: ReadonlyMap<string, OpenDatabase>

  /**
   * Opens a read transaction in each database. Call `end` soon: write-ahead logs grow until then.
   *
   * @throws OperatorError when a database is damaged or can't be read
   */
  constructor(dataDir: string, paths: readonly string[]) {
    const databases = new Map<string, OpenDatabase>()
    this.databases = databases
    let path = ''
    try {
      for (path of paths) databases.set(path, open(join(dataDir, path)))
      for (path of paths) {
        databases.get(path)?.exec('begin')
        // SQLite starts the transaction at the first read.
        databases.get(path)?.prepare('select count(*) from sqlite_schema').get()
      }
    } catch (error) {
      this.end()
      throw new OperatorError(`${join(dataDir, path)} can't be read: ${(error as Error).message}`)
    }
  }

  /**
   * Yields the bytes of a database file in chunks, with the write-ahead log already applied. SQLite returns the pages
   * directly, so nothing is copied to disk first.
   */
  *chunks(path: string): Generator<Buffer> {
    let chunk = Buffer.allocUnsafe(chunkBytes)
    let length = 0
    const select = this.databases.get(path)?.prepare("select data from sqlite_dbpage('main')")
    for (const [page] of (select?.raw().iterate() ?? []) as Iterable<[Buffer]>) {
      // A page has 512 bytes to 64 kB, always a power of two, so that pages fill a chunk exactly.
      page.copy(chunk, length)
      length += page.length
      if (length < chunkBytes) continue
      yield chunk
      chunk = Buffer.allocUnsafe(chunkBytes)
      length = 0
    }
    if (length > 0) yield chunk.subarray(0, length)
  }

  /** Closes all databases. Idempotent. */
  end(): void {
    for (const database of this.databases.values()) {
      // Closing alone is not enough: the transaction would stay open until its statements are garbage collected, and
      // the log would grow.
      if (database.inTransaction) database.exec('rollback')
      database.close()
    }
  }
}

function open(file: string): OpenDatabase {
  const database = new Database(file, { timeout: busyMs })
  try {
    // libsql accepts the option `readonly` but ignores it.
    database.pragma('query_only = on')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
