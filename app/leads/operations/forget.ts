import Database from 'libsql'
import pg from 'pg'

/** How long it waits while the site is writing, in milliseconds. */
const patience = 10_000

/**
 * Removes from an SQLite file what it has kept of former rows: free pages and free space within
 * pages, which only writing the file anew leaves behind, and the write-ahead log.
 *
 * @throws when the site keeps it busy for too long, or the disk has no room for a second copy
 */
export function forgetInSqlite(file: string): void {
  const database = new Database(file)
  try {
    database.pragma(`busy_timeout = ${patience}`)
    // The new file is put together on disk; in memory it would take as much of that.
    database.pragma('temp_store = file')
    database.exec('vacuum')
    const [result] = database.pragma('wal_checkpoint(truncate)') as { busy: number }[]
    if (result?.busy) throw new Error('the database is busy')
  } finally {
    database.close()
  }
}

/** Removes dead rows from PostgreSQL; those that a transaction under way still sees remain. */
export async function forgetInPostgres(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('vacuum lead')
  } finally {
    await client.end()
  }
}
