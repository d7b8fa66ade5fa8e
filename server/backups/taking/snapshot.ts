import { join } from 'node:path'
import Database from 'libsql'
import { BackupError } from '../backup-error.ts'
import { chunkBytes } from '../place/place.ts'

export type SnapshotDatabase = InstanceType<typeof Database>

/** Somebody may be changing the file's header, in milliseconds. */
const busyMs = 5_000

/**
 * A consistent snapshot of databases, while others write to them: in WAL mode a transaction that reads sees
 * none of what is committed after its beginning, and is in nobody's way.
 */
export class Snapshot {
  readonly #databases = new Map<string, SnapshotDatabase>()

  /**
   * Begins to read all of them, before anything is read. End it soon: until then write-ahead logs grow.
   *
   * @throws BackupError when one is damaged or can't be read
   */
  constructor(dataDir: string, paths: readonly string[]) {
    try {
      for (const path of paths) {
        const file = join(dataDir, path)
        this.#databases.set(
          path,
          reading(file, () => open(file)),
        )
      }
      for (const [path, database] of this.#databases) {
        reading(join(dataDir, path), () => {
          database.exec('begin')
          // The transaction begins with what is read first.
          database.prepare('select count(*) from sqlite_schema').get()
        })
      }
    } catch (error) {
      this.end()
      throw error
    }
  }

  /** One of them, to ask it; undefined where there is none of that path. */
  database(path: string): SnapshotDatabase | undefined {
    return this.#databases.get(path)
  }

  /**
   * The whole file of a database, in chunks, as it would be without a write-ahead log. Nothing is copied
   * beforehand: SQLite hands out its pages.
   */
  *chunks(path: string): Generator<Buffer> {
    const database = this.#databases.get(path)
    if (!database) return
    let chunk = Buffer.allocUnsafe(chunkBytes)
    let length = 0
    const pages = database.prepare("select data from sqlite_dbpage('main')").raw().iterate()
    for (const [page] of pages as Iterable<[Buffer]>) {
      // Pages are 512 bytes to 64 kB, each a part of a chunk without a rest.
      page.copy(chunk, length)
      length += page.length
      if (length < chunkBytes) continue
      yield chunk
      chunk = Buffer.allocUnsafe(chunkBytes)
      length = 0
    }
    if (length > 0) yield chunk.subarray(0, length)
  }

  /** Gives back everything. Idempotent. */
  end(): void {
    for (const database of this.#databases.values()) {
      // Closed alone, a connection reads on until its statements are collected as garbage, and the log grows.
      if (database.inTransaction) database.exec('rollback')
      database.close()
    }
    this.#databases.clear()
  }
}

function open(file: string): SnapshotDatabase {
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

function reading<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new BackupError(`${file} can't be read: ${(error as Error).message}`)
  }
}
