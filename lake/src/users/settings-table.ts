import type { Statements } from 'halvi-runtime/files/sqlite-statements'

export class SettingsTable {
  readonly #sql: Statements

  constructor(sql: Statements) {
    this.#sql = sql
  }

  values(user: string, keys: readonly string[]): { key: string; value: unknown }[] {
    return keys.flatMap((key) => {
      const sql = 'SELECT value FROM keyvalue WHERE user = ? AND key = ?'
      const row = this.#sql.one<{ value: string }>(sql, user, key)
      return row ? [{ key, value: JSON.parse(row.value) as unknown }] : []
    })
  }

  count(user: string): number {
    const sql = 'SELECT count(*) AS count FROM keyvalue WHERE user = ?'
    return this.#sql.one<{ count: number }>(sql, user)?.count ?? 0
  }

  set(user: string, key: string, value: unknown): void {
    const sql = 'INSERT OR REPLACE INTO keyvalue (user, key, value) VALUES (?, ?, ?)'
    this.#sql.run(sql, user, key, JSON.stringify(value))
  }

  /** Makes one user's settings another's. */
  handOver(from: string, to: string): void {
    this.#sql.run('UPDATE OR REPLACE keyvalue SET user = ? WHERE user = ?', to, from)
  }

  remove(user: string): void {
    this.#sql.run('DELETE FROM keyvalue WHERE user = ?', user)
  }
}
