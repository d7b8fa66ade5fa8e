import { join } from 'node:path'
import Database from 'libsql'
import { OperatorError } from '../operator-error.ts'
import { chunkBytes } from './repository/repository.ts'

type OpenDatabase = InstanceType<typeof Database>

/** How long to wait while somebody changes the file's header, in milliseconds. */
const busyMs = 5_000

/**
 * Reads databases as they are at one moment, while others write to them: in WAL mode a transaction that reads sees
 * nothing that is committed after its start, and blocks nobody.
 */
export class DatabaseReader {
  readonly databases: ReadonlyMap<string, OpenDatabase>

  /**
   * Starts to read all of them. End it soon: until then write-ahead logs grow.
   *
   * @throws OperatorError when one is damaged or can't be read
   */
  constructor(dataDir: string, paths: readonly string[]) {
    const databases = new Map<string, OpenDatabase>()
    this.databases = databases
    let path = ''
    try {
      for (path of paths) databases.set(path, open(join(dataDir, path)))
      for (path of paths) {
        databases.get(path)?.exec('begin')
        // The transaction starts with the first read.
        databases.get(path)?.prepare('select count(*) from sqlite_schema').get()
      }
    } catch (error) {
      this.end()
      throw new OperatorError(`${join(dataDir, path)} can't be read: ${(error as Error).message}`)
    }
  }

  /**
   * Yields the file of a database, in chunks, as it would be without a write-ahead log. Nothing is copied
   * beforehand: SQLite returns its pages.
   */
  *chunks(path: string): Generator<Buffer> {
    let chunk = Buffer.allocUnsafe(chunkBytes)
    let length = 0
    const select = this.databases.get(path)?.prepare("select data from sqlite_dbpage('main')")
    for (const [page] of (select?.raw().iterate() ?? []) as Iterable<[Buffer]>) {
      // Pages have 512 bytes to 64 kB, each a part of a chunk without a rest.
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
      // Only closed, a connection reads on until its statements are collected as garbage, and the log grows.
      if (database.inTransaction) database.exec('rollback')
      database.close()
    }
  }
}

function open(file: string): OpenDatabase {
  const database = new Database(file, { timeout: busyMs })
  try {
    // libsql takes the option `readonly` and ignores it.
    database.pragma('query_only = on')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
