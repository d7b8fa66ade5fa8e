import { join } from 'node:path'
import type { Log } from '../errors/log.ts'
import { closeSqlite, openSqlite, type SqliteDatabase } from '../files/sqlite-file.ts'

/** Each brings the file from the version of its place to the next; the first versions had no number. */
const MIGRATIONS = [
  `
  CREATE TABLE IF NOT EXISTS keyvalue (
    user TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user, key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ended_sessions (
    id TEXT PRIMARY KEY,
    expires INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
]

/** What is kept of users on disk, apart from the content: their settings, and which sessions were ended. */
export class UserStore {
  readonly #database: SqliteDatabase

  /** Throws `UnusableFileError` when its file is damaged or of a newer version. */
  constructor(directory: string, log?: Pick<Log, 'warn'>) {
    this.#database = openSqlite(join(directory, 'users.db'), MIGRATIONS, log)
  }

  /** The values that are there, parsed. */
  values(user: string, keys: readonly string[]): { key: string; value: unknown }[] {
    const find = this.#database.prepare('SELECT value FROM keyvalue WHERE user = ? AND key = ?')
    return keys.flatMap((key) => {
      const row = find.get(user, key) as { value: string } | undefined
      return row ? [{ key, value: JSON.parse(row.value) as unknown }] : []
    })
  }

  /** How many keys a user has. */
  count(user: string): number {
    const { count } = this.#database
      .prepare('SELECT count(*) AS count FROM keyvalue WHERE user = ?')
      .get(user) as { count: number }
    return count
  }

  setValue(user: string, key: string, value: unknown): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO keyvalue (user, key, value) VALUES (?, ?, ?)')
      .run(user, key, JSON.stringify(value))
  }

  /** The sessions that were ended before their time. Times are in milliseconds since 1970. */
  endedSessions(now: number): string[] {
    this.#database.prepare('DELETE FROM ended_sessions WHERE expires < ?').run(now)
    const rows = this.#database.prepare('SELECT id FROM ended_sessions').all() as { id: string }[]
    return rows.map(({ id }) => id)
  }

  endSession(id: string, expires: number): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO ended_sessions (id, expires) VALUES (?, ?)')
      .run(id, expires)
  }

  close(): void {
    closeSqlite(this.#database)
  }
}
