import type { SqliteDatabase } from 'halvi-runtime/files/sqlite-file'

/** What a Studio remembers of its users. */
export class SettingsTable {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase) {
    this.#database = database
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

  set(user: string, key: string, value: unknown): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO keyvalue (user, key, value) VALUES (?, ?, ?)')
      .run(user, key, JSON.stringify(value))
  }

  /** What was one user's is another's from now on. */
  handOver(from: string, to: string): void {
    this.#database.prepare('UPDATE OR REPLACE keyvalue SET user = ? WHERE user = ?').run(to, from)
  }

  remove(user: string): void {
    this.#database.prepare('DELETE FROM keyvalue WHERE user = ?').run(user)
  }
}
